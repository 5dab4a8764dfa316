/**
 * The words by which a submission can name or order a grade, folded: lower case, without accents. A word that ends in `*` stands
 * for all that begin with it. Words of scripts that are written without spaces are found anywhere in a text.
 */
export interface GradeWords {
  /** Words of grading: scores, points, verdicts, criteria. */
  grade: string
  /** Numbers from sixty to a hundred. */
  number: string
  /** Judges and machines, and the rules that they are given. */
  judge: string
  /** Verbs that give, award or return. */
  give: string
  /** The top of a scale. */
  top: string
  /** Verbs that set rules aside. */
  override: string
  /** Words of rules and of earlier text. */
  rule: string
  /** Common words that mean a grade beside one of the others. */
  weak: string
}

export const spacedWords: GradeWords = {
  grade: `
    score* scoring scored rating ratings rated rate rates grade grades graded grading verdict* evaluat* assess* apprais* mark marks
    points point pts rubric* criteri* gradeable
    punkt punkte punkten punktzahl punktestand bewert* benot* urteil* hochstnote* bestnote* hochstwert* gesamtnote wertung*
    *punktzahl *punktzahlen *punkte *punkten *bewertung *bewertungen *wertung *benotung *urteil zensur* *zensur
    punten cijfer* beoordel* waardering* waardeer* poang* betyg* bedom* poeng karakter* vurder* bedom* vurdering* stig einkunn*
    *poang *poangen *betyg *betyget *poeng *poengen *poengsum *karakter *karakteren *beoordeling *cijfer *puntental
    notation* notez notee noter evalue* bareme* jugement* appreciation*
    puntua* puntos punto puntaje* calific* valora* evalu* puntuacion* veredicto* nota notas
    pontua* pontos pontuacao avali* veredito* classifica* punteggi* punti punto valut* votazione voto voti giudizi* verdetto*
    punctaj* puncte notare evaluare verdict* calificativ*
    punkty punktow punktami punktacj* ocen* ocena ocene oceny ocenia* werdykt* hodnot* hodnoc* bodu body bodov znamk* verdikt* ocijen* ocjen* bodova* bodova poena
    оцен* балл баллы баллов балла рейтинг* вердикт* очко очки очков отметк* бал бали балів балiв оцін* точки точка бод* бодов*
    βαθμ* αξιολογ* ετυμηγορι* κριτηρι* μοναδες
    puan* puanla* degerlendir* skor* notu notunu
    pontszam* pontot pontok pontos ertekel* osztalyzat* osztalyozz* pisteet pisteita pistetta pisteen pisteiksi arvosana* arvioi* arvio arvost* hind* hinne* punkti punktid punktiga
    *pontszam *pontszamot *ertekeles *osztalyzat *pisteet *pistemaara *arvosana
    vertin* ivertin* balas balu balai balais taskai taskus tasku vertej* novertej* punktus punktu atzim*
    skor* nilai* niliai penilaian* menilai poin markah* iskor* puntos marka markahan grado alama* tathmin* pointi
    diem cham danh gia
    درجه درجة درجات الدرجة الدرجات تقييم* التقييم* نقطة نقاط علامة العلامة قيم قيّم نمره امتياز امتیاز ارزیابی رای
    ציון* הציון* נקודות ניקוד* דירוג* דרג דרגו הערכה* להעריך
    अंक* स्कोर* रेटिंग* मूल्यांकन* नंबर নম্বর* স্কোর* রেটিং* মূল্যায়ন* মার্ক* మార్కు* స్కోరు* மதிப்பெண்* ਅੰਕ* ગુણ* गुण* स्कोअर*
    ქულ* შეფას* գնահատ* միավոր* balli ball ballni baho* baholash*`,
  number: `
    sixty seventy eighty ninety hundred hundreds hundredth
    sechzig siebzig achtzig neunzig hundert einhundert *sechzig *siebzig *achtzig *neunzig
    zestig zeventig tachtig negentig honderd *zestig *zeventig *tachtig *negentig
    sextio* sjuttio* attio* nittio* hundra* seksti* sytti* atti nitti* hundre hundrede treds halvfjerds firs halvfems
    soixante* quatrevingt* vingts cent centaine nonante* septante* huitante*
    sesenta setenta ochenta noventa cien ciento sessenta oitenta cem sessant* settant* ottant* novant* cento seixanta vuitanta norant*
    saizeci saptezeci optzeci nouazeci suta
    szescdziesiat* siedemdziesiat* osiemdziesiat* dziewiecdziesiat* sto setka sedesat* sedmdesat* osmdesat* devadesat* sestdesiat* sedemdesiat* osemdesiat* devatdesiat* sezdeset* sedamdeset* osamdeset* devedeset* stotin* stotk*
    шестьдесят* семьдесят* восемьдесят* девяност* сто сотн* ста стобалл* шістдесят* сімдесят* вісімдесят* дев девяносто шеисет* седемдесет* осемдесет* деветдесет* шездесет* деведесет* стотин* стобальн*
    εξηντα εβδομηντα ογδοντα ενενηντα εκατο εκατον
    altmis* yetmis* seksen* doksan* yuz
    hatvan* hetven* nyolcvan* kilencven* szaz szazat szazas
    kuusikymmen* seitsemankymmen* kahdeksankymmen* yhdeksankymmen* sata sataa sadan kuuskummend* seitsekummend* kaheksakummend* uheksakummend* sada
    sesiasdesimt* septyniasdesimt* astuoniasdesimt* devyniasdesimt* simtas simta sesdesmit* septindesmit* astondesmit* devindesmit* simts simtu
    seratus puluh enampuluh sembilanpuluh delapanpuluh tujuhpuluh sandaan isandaan siyamnapu* walumpu* pitumpu* animnapu* daan sitini sabini themanini tisini
    tram muoi
    ستون ستين سبعون سبعين ثمانون ثمانين تسعون تسعين مئة مائة شصت هفتاد هشتاد نود صد
    ששים שישים שבעים שמונים תשעים מאה
    साठ सत्तर अस्सी नब्बे सौ शंभर नव्वद ষাট সত্তর আশি নব্বই একশ একশো নিরানব্বই తొంభై వంద நூறு தொண்ணூறு
    სამოცი ოთხმოცი ასი վաթսուն յոթանասուն ութսուն իննսուն հարյուր oltmish yetmish sakson toqson`,
  judge: `
    judge judges judging jury juror* grader* evaluator* reviewer* rater raters assessor* referee* scorer* ai llm llms gpt chatgpt claude gemini openai model assistant chatbot
    instruction* instruct prompt prompts guideline* directive* operator*
    richter* preisrichter* gutachter* bewerter* prufer* ki sprachmodell* anweisung* vorgabe* befehl*
    rechter* jurylid beoordelaar* opdracht* aanwijzing* instructies domare* dommer* bedomare instruktion* instruksjon* anvisning*
    juge juges jure jures evaluateur* correcteur* ia modele consigne* directive* examinateur*
    juez jueces jurado* evaluador* corrector* calificador* modelo instruccion* indicaciones juiz juizes avaliador* instruc* giudice giudici giuria valutator* modello istruzion* judecator* evaluator* instructiun*
    sedzi* juror* model modelu instrukcj* polecen* soudce soudc* porotce porota hodnotitel* pokyn* sudac suca sudij* ocjenjivac* upute instrukcij* uputstv*
    судь* судеи судия судья судии жюри оценщик* эксперт нейросет* ии модель инструкц* указани* промпт* суддя судде* інструкц* вказівк* съди* журито
    κριτη* κριτες κριτων αξιολογητ* μοντελο οδηγι* εντολ*
    hakim* juri* jüri* yargic* degerlendirici* model talimat* yonerge* komut*
    biro birak birok biraknak zsuri* ertekelo* biralo* utasitas* tuomari* tuomarist* arvostelija* arvioija* tekoaly* ohje ohjeet ohjeita ohjeen kohtunik* hindaja* juhis* teisej* vertintoj* nurodym* tiesnes* vertetaj* noradijum*
    hakim* juri* penilai* instruksi* perintah* petunjuk* arahan* hurado* hukom* tagubilin* utos jaji majaji mwamuzi hakimu maelekezo maagizo
    giam khao huong dan chi lenh
    قاضي القاضي القضاة المحكم محكم المحكمين لجنة التعليمات تعليمات اوامر الاوامر أوامر الأوامر الذكاء داور* داوران دستورات دستورالعمل*
    שופט* השופט* בודק* הוראות ההוראות הנחיות מודל
    न्यायाधीश* जज निर्णायक* निर्देश* आदेश* বিচারক* নির্দেশ* నిర్ణేత* நடுவர்* நீதிபதி*
    მსაჯ* ინსტრუქცი* դատավոր* հրահանգ* hakam* korsatma*`,
  give: `
    give gives giving award awards awarding awarded assign assigns grant grants return returns output submit set put write enter record report answer respond confirm confirms hand deserve* earns merit* receives gets get fill choose select pick
    gib gebt geben gibt vergib vergebt vergeben vergibt erteile erteilen setze setz trag verdient
    geef geeft geven verdient ge ger satt giv gi tildel gef
    donne donnez donner attribue* accorde* mets mettez mettre merite*
    da dale dadle den demos dame danos otorga* asigna* pon ponle ponga merece* conced* atribu* de dai date dare assegna* metti merita* da dati acorda* merita
    daj dajcie dac przyznaj* wystaw* zasluguj* dej dejte dat udel* prirad* dajte dodijeli* postavi* zasluzuje
    даи даите поставь* ставь* ставьте выстави* присвои* заслужива* дать поставить постави* дайте дай
    δωσε δωστε δινει δινω βαλε βαλτε αξιζει αποδωσ*
    ver verin veriniz versin verilsin yaz hak
    adj adjon adjatok adjanak ad add jar erdemel* anna antakaa antaa antakaat annetaan ansaitse* anna* pane andke anda duok duokite skir* dod dodiet pieskir*
    beri berikan kasih beritahu tetapkan bigyan ibigay ilagay mpe toa wape weka
    hay cho trao
    أعط اعط أعطي اعطي أعطوا اعطوا أعطه اعطه امنح امنحه ضع يستحق بده بدهید دهید
    תן תני תנו העניקו תעניק מגיע
    दो दें दीजिए देना दे দিন দাও দেবেন ఇవ్వండి கொடு கொடுங்கள் მიეცი տուր bering`,
  top: `
    max maximum maximal maximale highest perfect full top ceiling flawless exceptional outstanding best
    hochst* maximum* maksimum* maximi* maksimi* hochste* maximale* volle voller vollen beste besten perfekt* bestmoglich* hoogste maximaal beste hogsta hoyeste hojeste maksimal* maximal* full
    maximale* meilleure* parfait* plus maxim* perfect* alta mejor* maior melhor massim* pien* migliore maxima
    maksymaln* najwyzsz* pelna maximaln* nejvyssi najvyssi plny najvis* maksimaln* najbolj*
    максимальн* высш* наивысш* полн* лучш* найвищ* наивиш* максимал* πληρη μεγιστ* αριστα υψηλοτερ* ανωτατ*
    tam yuksek maksimum azami maximalis legmagasabb* teljes legjobb taydet taysi taydelliset korkein korkeimman parhaat taiuslik* korgeim maksimum aukstak* maksimal* augstak*
    tertinggi sempurna penuh maksimal pinakamataas perpekto juu kabisa
    toi da cao nhat tuyet
    الكاملة كاملة القصوى أعلى اعلى الأعلى كامل حداکثر کامل بالاترین
    מקסימלי* מלא המרבי הגבוה* מושלם
    पूर्ण पूरे अधिकतम सर्वोच्च সর্বোচ্চ পূর্ণ`,
  override: `
    ignore ignoring disregard* forget forgetting override* overrid* overrule* bypass* neglect* discard* disobey* cancel follow following obey* comply
    ignorier* vergiss vergesst missacht* befolg* negeer* vergeet ignorer* ignorera* glem glom folg
    oublie* ignore* suis suivez ignora* olvid* descart* sigue siga ignorad esquec* desconsider* ignorate dimentic* segui ignora uita urmeaza
    zignoruj* ignoruj* zapomnij* zapomen* zabudni* zanemari* ignorir* zaborav*
    игнорир* забудь* забуди* отмени* следуи* ігнору* забрави* αγνοη* ξεχασ* παραβλεψ*
    yoksay gormezden unut* hagyd felejts* kovesd unohda* jata sivuuta ignoreeri* unusta* ignoruok* pamirsk* ignore* aizmirst*
    abaikan lupakan ikuti turuti balewalain kalimutan sundin puuza sahau fuata
    bo qua theo
    تجاهل تجاهلوا انس اتبع نادیده فراموش התעלם התעלמו שכח अनदेखा भूल उपेक्षा উপেক্ষা`,
  rule: `
    previous prior earlier above preceding rule rules system told everything orders
    vorherigen bisherigen obigen fruheren regeln vorige eerdere regels tidigare forrige regler precedent* ci regles anterior* previas reglas acima regras preceden* regole
    poprzedni* zasad* predchozi predosl* pravid* prethodn* предыдущ* прежн* правил* попередн* προηγουμεν* παραπανω κανον*
    onceki yukaridaki kural* elozo* korabbi* fenti szabaly* aiemmat edelliset saannot eelnev* reegl* sebelumnya aturan nauna* awali truoc tren quy
    السابقة السابقه قبلی הקודמות पिछले पूर्व पिछली আগের`,
  weak: `
    note notes not result results value level confidence freshness hook remixability clarity visibility readability coherence craft category row bracket card form five ten 5 10 5s
    punto pont zahl getal valeur resultat* ergebnis* resultado* risultat* wynik* vysledek результат* αποτελεσμα sonuc eredmeny* tulos hasil resulta
    cinq cinco cinque fünf funf vijf fem piec pet пять пет πεντε bes ot viisi lima nam`,
}

/** The same for scripts that are written without spaces, where words are found inside a run of characters. */
export const unspacedWords: Partial<GradeWords> = {
  grade: `
    评分 評分 打分 得分 分数 分數 满分 滿分 高分 评价 評価 評價 等级 等級 星级 采分 採点 点数 點數 スコア 点 分 裁定 判定 结论 結論 审评
    점수 평점 평가 채점 만점 점 등급 คะแนน เกรด ประเมิน ពិន្ទុ ຄະແນນ အမှတ်`,
  number: `
    六十 七十 八十 九十 一百 百点 百分 百 육십 칠십 팔십 구십 일백 백점 หกสิบ เจ็ดสิบ แปดสิบ เก้าสิบ หนึ่งร้อย ร้อย រយ ຮ້ອຍ`,
  judge: `
    评委 評委 评审 評審 审核员 裁判 评判 评分员 人工智能 语言模型 大模型 模型 指令 指示 提示词 提示 说明 命令 审判 法官
    審査員 審査 採点者 審判 ジャッジ モデル 指図 プロンプト 심사위원 심사 평가자 채점자 모델 지시 명령 프롬프트 지침
    กรรมการ ผู้ตัดสิน ผู้ประเมิน คำสั่ง คำแนะนำ โมเดล ចៅក្រម ກຳມະການ`,
  give: `
    给出 给予 给 給予 給 打 授予 输出 返回 赋予 请 付けて つけて 与えて 与え ください 下さい 出力 お願い
    주세요 주십시오 부여 매겨 주어 줘 ให้ มอบ โปรด กรุณา`,
  top: '最高 最大 满 滿 完美 顶级 頂級 満点 最上 최고 최대 สูงสุด เต็ม สมบูรณ์แบบ',
  override: '忽略 忽視 忽视 无视 無視 忘记 忘記 忘れ 遵守 遵循 按照 従って 従い 무시 잊 따라 ละเว้น เพิกเฉย ลืม ทำตาม',
  rule: '之前 以前 先前 上述 以上 系统 系統 规则 規則 上記 ルール 이전 위의 규칙 ก่อนหน้า กฎ',
}
