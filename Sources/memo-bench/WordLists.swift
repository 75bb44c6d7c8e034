/// The built-in words, the most frequent first.
enum WordLists {
  static let englishFunctionWords = words(
    """
    the of and to in a is that for it was on with as be at by this we from or have an not are but they which one you
    were all her she there would their he been has when who will more if no out so what up said its about than into
    them can only other time new some could these two may first then do any like my now over such our man me even most
    """)

  static let englishWords = words(
    """
    meeting project plan note idea team review week report change question answer list draft release customer design
    issue budget schedule book paper chapter example method result problem solution data file folder server client
    network cache index query search error test build branch commit merge version library module function value type
    string number table column record field format parser editor window screen keyboard terminal shell script command
    option argument output input stream buffer thread process memory disk network latency benchmark measure sample
    garden kitchen recipe coffee bread soup rice market store price order ticket train station airport flight hotel
    travel summer winter spring autumn morning evening night weekend holiday birthday family friend school teacher
    student lecture lesson exam language grammar word sentence translation history music concert movie picture camera
    painting museum river mountain island forest weather rain snow window street bridge building office company
    contract invoice payment account bank tax insurance doctor hospital medicine exercise running swimming bicycle
    interview resume career salary decision deadline goal habit reading writing journal letter message mail phone
    call conference agenda minutes action owner risk scope estimate milestone roadmap feedback survey research
    experiment hypothesis evidence theory model training evaluation metric graph chart figure summary abstract
    reference citation archive backup restore sync conflict device laptop battery cable printer router password
    security permission policy law government election economy industry energy climate planet galaxy physics chemistry
    biology mathematics algebra geometry proof theorem lemma equation vector matrix probability statistics sampling
    quality support service product feature request priority ticket incident outage recovery monitor alert dashboard
    """)

  static let koreanNouns = words(
    """
    회의 오늘 시간 사람 문제 생각 정리 계획 일정 프로젝트 업무 자료 내용 확인 결과 방법 이유 부분 검토 작성 메모 기록 목록 질문 답변
    의견 팀 회사 고객 제품 기능 개발 설계 구현 배포 테스트 오류 수정 버전 서버 데이터 파일 폴더 검색 색인 동기화 충돌 저장 복구 화면
    사용자 서비스 요청 응답 속도 성능 메모리 네트워크 보안 권한 비밀번호 계정 결제 예산 비용 가격 주문 계약 보고서 발표 서울 부산 제주
    학교 학생 선생님 수업 강의 시험 공부 책 논문 장 문장 단어 번역 언어 한국어 영어 문법 역사 음악 공연 영화 사진 그림 박물관 여행
    공항 기차 역 버스 지하철 호텔 예약 표 지도 길 거리 다리 건물 사무실 집 방 부엌 요리 밥 국 커피 빵 시장 가게 아침 점심 저녁 밤 주말
    휴일 생일 가족 친구 부모님 아이 동생 병원 의사 약 운동 달리기 수영 자전거 산 강 바다 섬 숲 날씨 비 눈 바람 봄 여름 가을 겨울 정부
    정책 법 선거 경제 산업 에너지 기후 과학 물리 화학 생물 수학 증명 정리 방정식 확률 통계 모형 학습 평가 지표 그래프 요약 참고 인용
    보관 백업 장치 노트북 전화 편지 소식 면접 이력서 경력 연봉 결정 마감 목표 습관 독서 글쓰기 일기 설문 연구 실험 가설 증거 이론
    품질 지원 우선순위 사고 장애 점검 알림 담당자 위험 범위 견적 단계 변경 승인 반영 공유 초안 최종본 회의록 안건 참석자 후속 조치
    """)

  static let koreanVerbs = words(
    """
    했다 있다 된다 한다 합니다 했습니다 있습니다 없다 같다 보았다 정했다 썼다 고쳤다 만들었다 필요하다 좋겠다 않는다 바꾸었다 끝났다
    시작했다 남았다 알았다 물었다 답했다 나누었다 읽었다 찾았다 보냈다 받았다 늦었다 빨라졌다 줄었다 늘었다 확인했다 검토했다 공유했다
    논의했다 준비했다 기다린다 생각한다 어렵다 쉽다 중요하다 가능하다 바란다 맡았다 미루었다 결정했다 정리했다 기록했다 다녀왔다 먹었다
    """)

  static let tags = words(
    "work home idea todo reading draft urgent later area/dev area/health 업무 개인 독서 요리 여행 할일 분야/개발 분야/건강")

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

/// Words drawn as language draws them: the word of rank r about r times rarer than the first (Zipf).
struct Vocabulary: Sendable {
  private let words: [[UInt8]]
  /// Each word's number as often as its weight says, so that a draw is one look-up.
  private let draws: [UInt16]

  init(_ weighted: [(word: String, weight: Double)]) {
    let total = weighted.reduce(0) { $0 + $1.weight }
    words = weighted.map { Array($0.word.utf8) }
    draws = weighted.indices.flatMap { index in
      [UInt16](repeating: UInt16(index), count: max(1, Int(weighted[index].weight / total * 30_000)))
    }
  }

  init(ranked: [String]) {
    self.init(ranked.enumerated().map { ($1, Self.weight(ofRank: $0)) })
  }

  /// Korean nouns with the particles that speakers glue to them.
  init(nounsWithParticles nouns: [String]) {
    self.init(
      nouns.enumerated().flatMap { rank, noun in
        Self.particles(after: noun).enumerated().map { place, particle in
          (noun + particle, Self.weight(ofRank: rank) / Double(place + 1))
        }
      })
  }

  func word(_ random: inout SeededRandom) -> [UInt8] {
    words[Int(draws[random.below(draws.count)])]
  }

  private static func weight(ofRank rank: Int) -> Double {
    1 / (Double(rank) + 2.7)
  }

  /// A noun that ends in a consonant takes other forms than one that ends in a vowel.
  private static func particles(after noun: String) -> [String] {
    let last = noun.unicodeScalars.last?.value ?? 0
    let endsInConsonant = (0xAC00...0xD7A3).contains(last) && (last - 0xAC00) % 28 != 0
    return (endsInConsonant ? ["을", "이", "은", "과", "으로"] : ["를", "가", "는", "와", "로"])
      + ["", "의", "에", "에서", "도", "만", "까지", "부터", "에는", "처럼"]
  }
}

/// SplitMix64: the same numbers on every machine, which the standard library's ranges do not promise across versions.
struct SeededRandom {
  private var state: UInt64

  /// Independent streams of one seed, so that a memo's bytes depend on its number and not on who wrote before it.
  init(seed: UInt64, stream: UInt64) {
    state = Self.mix(seed ^ Self.mix(stream))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number in `0..<bound`.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number in 0 to 1, without 1.
  mutating func fraction() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  mutating func happens(_ probability: Double) -> Bool {
    fraction() < probability
  }

  /// A nearly normal number of mean 0 and deviation 1: twelve uniform ones summed.
  mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + fraction() }
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let first = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    let second = (first ^ (first >> 27)) &* 0x94D0_49BB_1331_11EB
    return second ^ (second >> 31)
  }
}
