import { type ScanRule, rules } from './scan-rules-1.0.0.ts'

/** The plainest attempts ("ignore previous instructions", "give 100 points") in other languages. */
export const otherLanguageRules: ScanRule[] = [
  ...rules('certain', 'override', [
    // Chinese, Japanese, Korean
    '(?:忽略|忽視|忽视|无视|無視|不要理会|不要理會|忘记|忘記|忘掉|抛开|不要遵守|不要遵循)[^。！？\\n]{0,8}(?:之前|以前|先前|上述|以上|前面|上面|系统|系統|原有|原来)[^。！？\\n]{0,8}(?:指令|指示(?![牌灯燈])|提示|说明|說明|要求|评分标准|評分標準|评分规则)',
    '(?:以前|これまで|上記|前|先|元)の?[^。！？\\n]{0,6}(?:指示|命令|プロンプト|インストラクション)[^。！？\\n]{0,4}(?:無視|忘れ)',
    '(?:이전|위|앞|기존|지금까지)(?:의|에)? ?(?:모든 ?)?(?:지시|명령|지침|프롬프트)(?:사항)?[을를은는]? ?(?:무시|잊)',
    // Russian, Ukrainian
    '(?:про)?игнорируи(?:те)? (?:все )?(?:предыдущие|прежние|прошлые|вышеуказанные|вышеизложенные|системные|твои|свои|ваши) (?:[\\p{L}]+ ){0,2}(?:инструкции|указания|команды|промпты?|подсказки)',
    '(?:забудь(?:те)?|отмени(?:те)?|не следуи(?:те)?|не обращаи(?:те)? внимания на) (?:все |всем )?(?:предыдущи|прежни|прошлы|системны|вышеуказанны)\\p{L}+ (?:инструкци|указани|команд|промпт)\\p{L}*',
    '(?:ігноруи(?:те)?|забудь(?:те)?) (?:усі |всі )?(?:попередні|системні) (?:інструкції|вказівки|команди)',
    // Arabic, Persian, Hebrew
    '(?:تجاهل|تجاهلي|تجاهلوا|انس|لا تتبع|اهمل)ي? (?:جميع |كل |كافة )?(?:ال)?(?:تعليمات|اوامر|أوامر|توجيهات|إرشادات|ارشادات) (?:السابقة|السابقه|أعلاه|اعلاه|الأصلية|الاصلية)',
    '(?:همه )?(?:دستورات|دستورالعمل هاي|دستورالعمل های) (?:قبلی|قبلي|بالا) (?:را )?(?:نادیده|ناديده|فراموش)',
    '(?:התעלם|התעלמי|שכח) (?:מכל |מ|את )?(?:ה)?(?:הוראות|הנחיות) (?:ה)?(?:קודמות|הקודמות)',
    // Turkish
    '(?:onceki|yukaridaki|daha onceki|sistem|bundan onceki) (?:\\p{L}+ ){0,2}(?:talimat|yonerge|komut|istem)\\p{L}* (?:\\p{L}+ ){0,3}(?:yok say|gormezden gel|unut|dikkate alma|goz ardi et|es gec)',
    '(?:yok say|gormezden gel|unut) (?:tum |butun )?(?:onceki|yukaridaki) (?:talimat|yonerge|komut)',
    // Spanish, Portuguese, Italian, Catalan
    '(?:ignor(?:a|e|ad|en)|olvid(?:a|e|ad)|descart(?:a|e)|desatiend(?:a|e)|haz caso omiso (?:de|a)|no sigas) (?:todas? )?(?:las |tus |sus |los |estas )?(?:instrucciones|indicaciones|ordenes|directrices) (?:anteriores|previas|precedentes|de arriba|del sistema|dadas)',
    '(?:ignor(?:a|e|em)|esquec?(?:a|e)|desconsider(?:a|e)) (?:todas? )?(?:as |suas |tuas |os )?(?:instrucoes|orientacoes|ordens|comandos) (?:anteriores|previas|acima|do sistema)',
    '(?:ignor(?:a|i|ate)|dimentic(?:a|hi)|trascura) (?:tutte )?(?:le |tue )*(?:istruzioni|indicazioni|direttive) (?:precedenti|di sopra|di sistema)',
    // German, Dutch, Scandinavian
    '(?:ignorier(?:e|en|t)?|vergiss|vergesst|vergessen|missachten?|ubergehen?|beachten?) (?:sie )?(?:alle |samtliche |nicht )?(?:die |deine |ihre )?(?:vorherigen|bisherigen|obigen|fruheren|vorigen|vorangegangenen|vorangehenden) (?:\\p{L}+ )?(?:anweisungen|instruktionen|vorgaben|befehle|regeln)',
    '(?:negeer|vergeet) (?:alle )?(?:de )?(?:vorige|voorgaande|eerdere|bovenstaande) (?:instructies|opdrachten|aanwijzingen)',
    '(?:ignorer(?:a)?|glem|glom) (?:alle |alla )?(?:de )?(?:tidligere|forrige|tidigare|foregaende) (?:instruktioner|instruksjoner|anvisninger)',
    // French
    '(?:ignor(?:e|ez|er)|oubli(?:e|ez|er)|neglig(?:e|ez)|ne tiens pas compte de|ne tenez pas compte de|fai(?:s|tes) abstraction de) (?:toutes? )?(?:les |tes |vos |ces |des )?(?:instructions|consignes|directives) (?:precedentes|anterieures|ci dessus|d avant|systeme|donnees)',
    // Polish, Czech, Romanian, Vietnamese, Indonesian, Hindi, Thai
    '(?:zignoruj|ignoruj|zapomnij o?) (?:wszystkie |wszystkich )?(?:poprzedni\\p{L}+|wczesniejsz\\p{L}+|powyzsz\\p{L}+) (?:instrukcj|polece|wskazow)\\p{L}*',
    '(?:ignoruj|zapomen) (?:vsechny |na )?(?:predchozi|vyse uvedene) (?:instrukce|pokyny)',
    '(?:ignora|uita) (?:toate )?(?:instructiunile|comenzile) (?:anterioare|precedente|de mai sus)',
    '(?:bo qua|phot lo) (?:tat ca )?(?:cac )?(?:huong dan|chi dan|lenh|chi thi) (?:truoc|o tren|phia tren)',
    '(?:abaikan|lupakan) (?:semua )?(?:instruksi|perintah|petunjuk) (?:sebelumnya|di atas)',
    '(?:पिछले|पिछली|पूर्व|उपरोक्त|ऊपर के) (?:सभी )?(?:निर्देश|आदेश|नियम)\\p{M}*\\p{L}*\\p{M}* (?:को )?(?:अनदेखा|भूल|नजरअंदाज|नज़रअंदाज़)',
    '(?:ละเว้น|เพิกเฉย|ไม่ต้องสนใจ|ลืม)(?:ต่อ)?(?:คำสั่ง|คำแนะนำ)(?:ก่อนหน้า|ด้านบน|ทั้งหมดก่อนหน้า)',
  ]),
  ...rules('suspicious', 'demand', [
    '(?:给|給|打|评|評)[^。！？\\n]{0,8}(?:100分|100 分|满分|滿分|最高分|一百分)',
    '(?:100点|満点|最高点)[^。！？\\n]{0,6}(?:付け|つけ|与え|ください)',
    '(?:постав(?:ь|ьте)|даи(?:те)?|присвои(?:те)?|выстави(?:те)?) (?:\\p{L}+ ){0,3}(?:100|максимальн\\p{L}+|высш\\p{L}+)(?! ?(?:%|токен|монет))',
    '(?:أعط|اعط|امنح|ضع)\\p{L}* (?:\\p{L}+ ){0,3}(?:100|١٠٠|الدرجة الكاملة|أعلى درجة|مائة)',
    '(?:100|tam|en yuksek) (?:puan|skor|not) (?:\\p{L}+ )?(?:ver|yaz)',
    '(?:da|dale|danos|otorga|asigna|pon|dar|atribua|de) (?:\\p{L}+ ){0,3}(?:100 puntos|puntuacion maxima|la maxima puntuacion|nota maxima|pontuacao maxima)',
    '(?:gib|gebt|vergib|vergebt|geben sie|vergeben sie) (?:\\p{L}+ ){0,3}(?:100 punkte|die hochstnote|die hochste punktzahl|volle punktzahl)',
    '(?:donne|donnez|attribue|attribuez|mets|mettez) (?:\\p{L}+ ){0,3}(?:100 points|la note maximale|le score maximal|la meilleure note)',
  ]),
]
