/// How well Hangul and Han of each frequency explain a text that CP949 and GB18030 can both be read from, as most short texts
/// in either can: in bits that the most frugal code would need for the letters, each reading against the other and against
/// letters of one byte.
struct EastAsianReadings {
  /// What each reading costs; `nil` where there is none.
  private let korean, chinese: Int?
  /// What letters of one byte would cost.
  private let single: Int
  /// Whether nearly all of its letters are Hangul in use.
  let isEverydayKorean: Bool

  /// A lead that no text in another encoding has by chance: one to some hundreds.
  static let safeLead = 8

  /// A letter that is not in the tables.
  private static let (rare, foreign) = (18, 19)
  /// Punctuation and symbols, which both have.
  private static let mark = 10

  init(of bytes: UnsafeRawBufferPointer) {
    let korean = TextEncoding.korean.text(of: bytes).map { Self.reading($0, Self.hangul, others: 0xAC00...0xD7A3) }
    let chinese = TextEncoding.chinese.text(of: bytes).map { Self.reading($0, Self.han, others: 0x4E00...0x9FFF) }
    (self.korean, self.chinese, single) = (korean?.cost, chinese?.cost, Self.cost(ofSingleBytes: bytes))
    isEverydayKorean = korean.map { $0.letters > 0 && $0.rare * 8 <= $0.letters } ?? false
  }

  /// How much less one reading costs than any other; below 0 where there is none.
  ///
  /// - Parameter isAlone: whether the other reading makes no text that people write. Chinese is then compared to nothing else: its
  ///   characters cost nearly as much as two letters.
  func lead(of encoding: TextEncoding, isAlone: Bool) -> Int {
    guard let cost = encoding == .korean ? korean : chinese else { return -1 }
    let other = (encoding == .korean ? chinese : korean) ?? .max
    return (encoding == .chinese && isAlone ? other : min(other, single)) - cost
  }

  private static func reading(
    _ text: String, _ ranks: [UInt32: Int], others: ClosedRange<UInt32>
  ) -> (cost: Int, letters: Int, rare: Int) {
    var result = (cost: 0, letters: 0, rare: 0)
    for scalar in text.unicodeScalars.lazy.map(\.value) where scalar >= 0x80 {
      if isMark(scalar) {
        result.cost += mark
        continue
      }
      let cost = ranks[scalar] ?? (others.contains(scalar) ? rare : foreign)
      result.cost += cost
      result.letters += 1
      if cost >= rare { result.rare += 1 }
    }
    return result
  }

  /// Punctuation and symbols, which have the same codes in both.
  private static func isMark(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA0...0xBF, 0x2010...0x27BF, 0x3000...0x303F, 0x3200...0x33FF, 0xFF00...0xFF60: true
    default: false
    }
  }

  /// Cyrillic, Greek and Hebrew letters are among the upper 64 bytes; those of Thai are not.
  private static func cost(ofSingleBytes bytes: UnsafeRawBufferPointer) -> Int {
    var (upper, any) = (0, 0)
    for byte in bytes where byte >= 0x80 {
      upper += byte >= 0xC0 ? 5 : 10
      any += 6
    }
    return min(upper, any)
  }

  private static func ranks(_ groups: [(cost: Int, characters: String)]) -> [UInt32: Int] {
    var ranks: [UInt32: Int] = [:]
    for group in groups {
      for scalar in group.characters.unicodeScalars { ranks[scalar.value] = group.cost }
    }
    return ranks
  }

  /// Syllables that make up nearly all of any Korean text, by their cost.
  private static let hangul = ranks([
    (
      7,
      """
      가거게고과그기나는니다대도들라로를리만면보부사서수스시아어에여요으은을의이인일있자장전정제주지하한해
      """
    ),
    (
      9,
      """
      각간같개건것경계공관교구국금까남내네년단당더던데동되된두드등때람래러려르마말며명모무문물미바발방번분비상생선성세소습신실안않알야없었연영오와\
      용우운원월위유음입작재저적조좋중진차치타터통트학할합했행화회
      """
    ),
    (
      10,
      """
      감강걸겠격결곳군권근급길께난날너노누느늘능님달독돌될든디따또란랑런럼렇레력록론료루른름린막많맞매머먹메목못뭐민박반받배버법변별복본불브산살새\
      설속손송순술식심싶씨았애약양언업역열였예온올왜외울워임잘절점존좀종죠죽준줄즈증직질집참찾처천청체초최추출친카코크키태테토특티파판편평포표프피\
      필함항현형호확활후히
      """
    ),
    (
      12,
      """
      갈갑갔갖객검겁겨견겼곡곤골광괜괴굴궁귀규극글긴김깨꺼꼭꽃꾸꿈끌끝끼났낮낸냈냐냥널넘넣넷녀념녕논놀놈농높놓눈뉴늦닌담답덕델돈돼됐됩둘뒤득듣듯딸\
      떠떤떨떻뛰뜻락랐랜램량럴럽렌련렸령례롭롯룹류률릭릴림립링맛망맡맥맨먼멀멋몇몰몸뭔뮤믿밀및밖밝밤백벌범베벤벽병볼봉봐봤북붙블빈빌빛빠빨뿐삶삼색\
      석센셔션셨솔쇼숙숨쉬쉽슈슨슬승싫십싱싸써쓰씀씩악암압앙앞액앨얘억얻얼엄엇엔엘염옷완왔왕욕움웃웠웨육율응익읽잔잖잠잡쟁접젠져졌족좌죄줘즉즐즘짓\
      징짜째쪽찍착찬찮찰창채책척철첫쳐쳤총축충취츠측층칠침칭캐커컨컬컴케켜콘콜쿠큰클큼킹탁탄탈택턴털텐텔템퇴투틀팀팅팔패팬퍼페폐폭폰풀품풍플픽향허\
      헌험헤혀혁혈협혹혼홈홍환황획효훈휴흥희힘
      """
    ),
    (
      14,
      """
      값갓갤갱걔걱걷겐겪겸겹곁곧곰곱곽괄굉굳굿균긍깃깊깐깔깜깝껏껴꼈꼬꼴꼽꽉꽤꾼꿀꿔뀌끄끈끊끔끗낀낄낌낙납낫낭낯낳낼냄냉넌넓넥넬녁녔녹놔놨뇌뇨눌눔\
      눠늑닉닐닙닛닝닥닦닫닭닮닷닿댄댓덜덤덩덮덴돔돕됨둑둔둠둥뒷듀듬듭딘딜딩딱딴땀땅땐떡떼똑똥뚜뚫뚱뜨띄띠랄랍랙랩랫랬랭략럭렀렉렘렛렬렴렵롤롬롱뢰\
      룡룩룬룰룸뤄륙륭릅릇릉릎릿맘맙맹맺멈멍멕멘멜멤멸몬몽묘묵묶묻뭘므믹밌밍밑밟밥밴뱀뱅벅벗벨벼봄봅봇붉붕뷔뷰븐빅빗빙빚빵빼뻐뻔뼈뽑뿌쁘쁜삭삽샀샌\
      샘샤샵섞섬섭섯섰섹셀셈셉셋셜셰쇄쇠숫숭숲슴슷싼쌀쌍쌓썼쏘쏟쓴쓸씬씻앉앗앤앱앵얀엉엑엠엽엿옆옛옥옮옳옵옹왠왼욱웅웬웹윈윌윗윙윤융읍잃잇잉잊잎잤\
      잭쟤젊젖젝젤졸좁줌줬쥐쥬즌짐짝짧짱쩌쩔쫓쯤찌챔챙첨첩촉촌촬춘춤춰칙칩칸칼캔캘캠캡컵컷켄켓켰콤콩쾌쿄쿨퀘퀴퀸큐킨킬킷탐탑탓탕탠탱텍톡톤톨톰톱\
      툰튀튜튼틈틱틴틸팝팡팩펀펙펜펠펴펼폴폼푸퓨픈픔핀핑핫핵핸햄햇헛헨헬혐혔혜홀훌훨휘흉흐흑흔흘흠흡흰힌힐
      """
    ),
  ])

  /// Characters that make up most of any Chinese text, by their cost.
  private static let han = ranks([
    (
      7,
      """
      一上不与个中为么也了于人他以们会你出到发可后和国在地多大学家对就年成我日时是有来生用的能自行要说过这
      """
    ),
    (
      9,
      """
      三下世业东两主之事些产什从代任但位体作使入全公关其内分利制前力加动化区去及只合同名吗员因场外天女她好如子定实将小工已市并应度建开当很得心怎性\
      情想意或所手提政教数文新方无明更最月期本机果样次正此比民没法活点然物特现理由电相看真着知种立第等系经结给网美者而表被西计认让该资起还进通道那\
      部都里重长问间面题高
      """
    ),
    (
      10,
      """
      万专举义乐书争二亚交京今件价传何保信候做像儿元先克党共再军决况准几划则别办务包北十单南历原参又友反取受变口台史号司各向吧听告命品四回团图城基\
      士处太头始委它安完官导少尔展山己布师带常干平广府式强形影德必快总感战才打技把报拉持指据接推支收改放斯服望术权条标根格死每气水求治流济海游爱片\
      球男界目直确示社科称程站管类约级线组统续老联至色英见规视觉解议记许论设证话语请调路身车达运近选造量金门队际院难集需非领马
      """
    ),
    (
      11,
      """
      且严习买五亲仅仍令份企众优伤低住例供依便修值假光免六兰兴具写农击切列刚创初判剧功助势医半华协占卡卫印即却压县双古另叫吃否呢周响哥哪商啊喜器园\
      围土型域境增声备复够夫失奖妈字存孩客宣室害容密察尼尽局层居属岁州巴希席帮底引张录往待律志念态思息愿戏户房执批找承投护担括拿排控播故效整料断施\
      族早易星显晚普曾朋未杀村极构林查校案模欢欧止步武段母江河注洲派测消深清港湾源满演火热照父版状独率王玩环画留病白百监省眼石研破神福离积究空突策\
      简算米精红纪织终络绝继维编罗置群考职股育致艺节花苏范获营落虽装观角言警讲评识诉试读谁谈谢象负财责质费赛走超越足跟转轻较边远连送适速采钱错闻防\
      阳阿限除险随青革音项须预频风飞食首香验黑
      """
    ),
    (
      13,
      """
      七丝丰临丹丽久乌乎九乡乱予云互亡亦享亮亿介付伊休伙伦伯估伴似余佛佳侵促俄倒借停健兄充八兵典养兼册冠冰冲冷减刑刺刻副努励劳勒千升午卖博危卷厂厅\
      句召右吉含启吸味呼哈哦售唯唱啦善喝嘛困固圣址均坏坐块坚坛坦培堂塔塞夏夜央夺奇套奥奶妇妹妻姆姐威娘婆婚媒季宁守宗宝审宪宫宾富寻封射尊尚尤届屋岛\
      岸川左巨差币帝幕幸庆床序库店废座庭康延异弃弟弱弹归彩征徒微忘忙怀怕急怪恐恩恶您惊慢懂托扩抓抗抵拍拒招拜拥择按挑挥捕损换授掉掌探描援搜搞摄操攻\
      敌救敢散斗旅旗既旧春景智暗暴曲替朝木末杂李材束松板析枪架某染树核桥梦检森植楚楼概款歌残毁毒毕毛毫永汇汉污汽沉沙油波泰泽洋洗洛津浪涉混渐温湖漫\
      澳激灭灵灾炸烈烟熟爆爸牌牙牛犯狂狗狱献班瓦甚田申略疑疗痛登皇皮益盖盘盛盟睡督短码础礼祖票禁秀私秘移税稳穿竞竟章童端笑笔符筑答签篇籍素索紧纳纸\
      纽练细绍绩综绿缺罪署翻聚肉肯背胜胡脑脚脱脸舞航般船良若苦草荣药莫莱萨著蒙藏虑蛋融血街衣补裁触订讨训讯访词译诗误诺课谋谓贝败货购贴贵贸赞赢赶趣\
      跑距跳轮软载辆辑输迎违迫述迷迹追退逃透逐途逼遇遍遗遭避邦配酒醒释野针钟铁银链销键镇闭阅阶阻附陆陈降隐障雄雨雷震露静靠韩页顶顺顾顿额餐饭馆驻骗\
      魔鱼鲁鲜鸡麦麻黄鼓龙
      """
    ),
  ])
}
