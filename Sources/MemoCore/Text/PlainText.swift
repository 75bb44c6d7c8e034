/// The kinds of characters in a text: by these, one that was read in the wrong encoding differs from one that people have
/// written.
struct PlainText {
  private(set) var count = 0
  /// Control characters, private ones, and those that stand for none: no text has them.
  private(set) var forbidden = 0
  /// Letters of scripts that are not looked at here.
  private(set) var rare = 0

  private var asciiLetters = 0
  /// All but ASCII and the punctuation of East Asia.
  private var letters = 0
  private var hangul = 0
  private var commonHangul = 0
  private var han = 0
  private var commonHan = 0
  private var kana = 0
  private var narrowKana = 0
  /// Other scalars than ASCII.
  private var wide = 0
  private var western = 0

  init(_ text: String) {
    let scalars = text.unicodeScalars.map(\.value)
    count = scalars.count
    for index in scalars.indices {
      if scalars[index] < 0x80 {
        countASCII(scalars[index])
      } else {
        wide += 1
        count(scalars[index], before: index > 0 ? scalars[index - 1] : 0x20, at: index, in: scalars)
        if Self.isWestern(at: index, in: scalars) { western += 1 }
      }
    }
  }

  static func isAllowedControl(_ scalar: UInt32) -> Bool { (0x09...0x0D).contains(scalar) && scalar != 0x0B }

  private mutating func countASCII(_ scalar: UInt32) {
    if scalar < 0x20 && !Self.isAllowedControl(scalar) || scalar == 0x7F { forbidden += 1 }
    if Self.isASCIILetter(scalar) { asciiLetters += 1 }
  }

  private mutating func count(_ scalar: UInt32, before previous: UInt32, at index: Int, in scalars: [UInt32]) {
    switch scalar {
    case 0x80...0x9F, 0xE000...0xF8FF, 0xFFF0...0xFFFF, 0xF0000...: forbidden += 1
    case 0xAC00...0xD7A3:
      letters += 1
      hangul += 1
      let next = index + 1 < scalars.count ? scalars[index + 1] : 0x20
      // A lone syllable inside a Latin word is a letter with an accent.
      let isInWord = Self.isASCIILetter(previous) && Self.isASCIILetter(next)
      if !isInWord, Self.usualHangul.contains(scalar) { commonHangul += 1 }
    case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      letters += 1
      han += 1
      if Self.usualHan.contains(scalar) { commonHan += 1 }
    case 0x3041...0x3096, 0x30A1...0x30FE:
      letters += 1
      kana += 1
    case 0xFF61...0xFF9F:
      letters += 1
      narrowKana += 1
    case 0x3000...0x303F, 0xFF01...0xFF60, 0x2010...0x2027, 0x2030...0x205E, 0x2190...0x27BF, 0xA0...0xBF, 0xFEFF:
      break
    case 0xC0...0x24F, 0x370...0x3FF, 0x400...0x45F, 0x3131...0x318E, 0x20AC, 0x2122, 0x1F000...0x1FAFF, 0xFE0F:
      letters += 1
    default:
      letters += 1
      rare += 1
    }
  }

  // MARK: Languages

  /// Nearly all Hangul, and most of it in use.
  var isKorean: Bool { hangul > 0 && hangul * 10 >= letters * 7 && commonHangul * 2 >= hangul }

  /// Kana among Han, but not those of half width, which other encodings are full of.
  var isJapanese: Bool {
    kana > 1 && kana * 7 >= letters && (kana + han) * 10 >= letters * 9 && narrowKana * 20 <= letters
  }

  /// Nearly all Han, with the share of those in use that any text has.
  var isChinese: Bool { han > 3 && han * 10 >= letters * 8 && kana * 20 <= han && commonHan * 4 >= han }

  /// Latin words with some letters that have an accent.
  var isWestern: Bool { wide > 0 && asciiLetters >= wide && western * 20 >= wide * 19 }

  private static func isASCIILetter(_ scalar: UInt32) -> Bool {
    (0x41...0x5A).contains(scalar & ~0x20)
  }

  /// Whether a scalar is where a language of Western Europe would have it.
  private static func isWestern(at index: Int, in scalars: [UInt32]) -> Bool {
    let scalar = scalars[index]
    let previous = index > 0 ? scalars[index - 1] : 0x20
    let next = index + 1 < scalars.count ? scalars[index + 1] : 0x20
    guard isAccented(scalar) else {
      // Punctuation, not inside a word but for the apostrophe.
      guard westernMarks.contains(scalar) else { return false }
      return scalar == 0x2019 || scalar == 0x2013 || scalar == 0x2014 || scalar == 0x2026 || scalar == 0xB7
        || !(isLetter(previous) && isLetter(next))
    }
    let isUpper = (0xC0...0xDE).contains(scalar) || scalar == 0x152
    // No word goes on with a capital letter, and three accents in a row are none.
    if isUpper, (0x61...0x7A).contains(previous) || (0xDF...0xFF).contains(previous) { return false }
    if isAccented(previous), isAccented(next) { return false }
    let isAlone = !isLetter(previous) && !isLetter(next)
    let hasLatin = isASCIILetter(previous) || isASCIILetter(next) || !isAccented(previous) && !isAccented(next)
    let pairHasLatin =
      isAccented(previous) && index > 1 && isASCIILetter(scalars[index - 2])
      || isAccented(next) && index + 2 < scalars.count && isASCIILetter(scalars[index + 2])
    return isAlone || hasLatin || pairHasLatin
  }

  private static func isAccented(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0xFE, 0x152, 0x153, 0x178, 0x160, 0x161, 0x17D, 0x17E: true
    default: false
    }
  }

  private static func isLetter(_ scalar: UInt32) -> Bool { isASCIILetter(scalar) || isAccented(scalar) }

  private static let westernMarks = scalars(
    "\u{A0}¡§©«®°±²³´µ·¹»¿¼½¾×÷€£‚„…‹‘’“”•–—™›ªº")

  // MARK: Characters in use

  /// Syllables that make up about four fifths of any Korean text.
  private static let usualHangul = scalars(
    """
    이다는의에을가고하로지은한사도를기자어인나리라서아대해시부정일수그게들과으전보제있스상없오장조주소우비것원여성안면만무선치세동적신\
    미구생경계모유국모연위관마문개화분중학방지진구교요내물트말드거와바르당행려간민불김실단결체히터었였았러더년월금회록목록할된될때저음식\
    집차용공파발입력출작업계획심술명평복입법반배재두야노네남북외각까지점영건강현즈크프타입질량호운감표노통편의집받열며니습겠합함했한번째\
    달양초토종날짜약속책읽쓰글씨길친구족족엄빠너무좋싫좀데려왜누피카메추레베디포버브블럼센략변환처케페티키루래락설험확황후향허협형후희힘\
    천청최충추축출측침태택테토투특판팀품필산살삼새색석섬셔션속손송순숙승십쓸씀양억언엇없역예온올완왕욕움워육윤융응임잘잠잡재쟁저절접져족존\
    졌좌죄죽준줄즉증직집찰참창찾책근급긴깊끝난낮낸널높놓능님닌닐담답덕던덜돈돌독돼된둘뒤득등따떤떻또뜻란람랑랬량렇레렵령례론료류률르른름릴림립링\
    막많맞매맥먹먼멀몇몸못문믿밀밖밤벌범벽별병보볼봄봐붙빌빛빠빨뿐섯셨숨슬싸쌀썼앞애액얘얼업엔엘옆옷왔욱월웃웠윗율잎젊째쪽참컴컨콘퓨택폰폭풀퍼피\
    하학항핵햇혀혼홍활흐흥격견겨결겪곧골곳과괜군굴권귀규균극끼끄꾸꼭껏깨꺼깔기갈갔값같갖걸검겁객밥빵솥찌된장두부유바질씻썰볶
    """)

  /// Characters that make up about half of any Chinese text.
  private static let usualHan = scalars(
    """
    的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还\
    发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工\
    己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山\
    五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及\
    今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资\
    队跟带花快条院变联权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令\
    黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造\
    落视济喜离虽坏会议记录备忘
    """)

  private static func scalars(_ text: String) -> Set<UInt32> {
    Set(text.unicodeScalars.map(\.value))
  }
}
