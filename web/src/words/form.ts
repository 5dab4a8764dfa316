import type { Words } from './language.ts'

export type FieldName =
  'name' | 'symbol' | 'description' | 'imageUrl' | 'xHandle' | 'creatorAddress' | 'contractAddress'

interface FieldWords {
  label: string
  help?: string
  example: string
  missing?: string
}

interface FormWords {
  form: string
  fields: Record<FieldName, FieldWords>
  optional: string
  submit: string
  sign: string
  signNote: string
  note: string
  tooLong: (most: number, length: number) => string
  unreadable: string
  unusual: string
  badSymbol: string
  badHandle: string
  badAddress: string
  badChecksum: string
  badUrl: string
  notHttps: string
  pictureStatus: (status: string) => string
  nothingScored: string
  fixFields: string
  unreachable: string
  interrupted: string
  broken: (status: number) => string
  nameSignal: string
  socialSignal: string
  choosePicture: string
  dropPicture: string
  uploading: string
  uploaded: (width: number, height: number) => string
  awaitingPicture: string
  pictureLink: string
  removePicture: string
  notPicture: string
  tooLarge: string
  otherFormat: string
  useWallet: (name: string | null) => string
  askingWallet: string
  noAddress: string
  walletHelp: (suffix: string) => string
  lookingUp: string
  nameFound: (name: string) => string
  unknownName: (name: string) => string
  otherName: (suffix: string) => string
  nameFailed: string
  checkWallet: string
  preview: string
  unnamed: string
  measured: string
  waiting: string
  scoring: string
  almost: string
  opening: string
  cancel: string
  cancelled: string
  needsScript: string
  needsScriptBody: string
}

/** The form that scores a launch, and the ticket that fills in beside it. */
export const formWords: Words<FormWords> = {
  en: {
    form: 'Score a launch',
    fields: {
      name: { label: 'Name', example: 'Left Sock', missing: 'Enter a name.' },
      symbol: { label: 'Ticker', example: 'SOCK', missing: 'Enter a ticker.' },
      description: {
        label: 'Pitch',
        example: 'Every washing machine takes one. This is the token of the other.',
        missing: 'Add a pitch.',
      },
      imageUrl: { label: 'Picture', example: 'https://…/left-sock.png', missing: 'Add a picture.' },
      xHandle: { label: 'X handle', example: '@leftsock', missing: 'Enter an X handle.' },
      creatorAddress: {
        label: 'Creator wallet',
        help: 'You’ll sign with this wallet if you launch.',
        example: '0x…',
        missing: 'Enter a wallet address.',
      },
      contractAddress: { label: 'Token contract', help: 'If you have one already.', example: '0x…' },
    },
    optional: 'optional',
    submit: 'Score it',
    sign: 'Sign as this wallet',
    signNote: 'No transaction. Unsigned, creator is at most 50.',
    note: 'Takes a few seconds. Everything you enter is public.',
    tooLong: (most, length) => `Use at most ${most} characters. You have ${length}.`,
    unreadable: 'Enter something people can read.',
    unusual: 'Remove the invisible or broken characters.',
    badSymbol: 'Use 1–16 characters without spaces.',
    badHandle: 'X handles are up to 15 letters, numbers or _.',
    badAddress: 'Enter 0x and 40 hex digits.',
    badChecksum: 'Look for a mistyped digit, or write the address in lower case.',
    badUrl: 'Enter a full link that begins with https://.',
    notHttps: 'Use a link that begins with https://.',
    pictureStatus: (status) => `We couldn’t load that picture (${status}). Check the link.`,
    nothingScored: 'Not scored yet',
    fixFields: 'Fix the highlighted fields and try again.',
    unreachable: 'We couldn’t reach the service. Check your connection and try again.',
    interrupted: 'The connection was lost. Try again: you won’t get two scores.',
    broken: (status) => `Something went wrong on our side (${status}). Try again.`,
    nameSignal: 'Name signal',
    socialSignal: 'Social signal, before mentions',
    choosePicture: 'Choose a picture',
    dropPicture: 'or drop or paste one here. PNG, JPEG, WebP or GIF, up to 5 MiB.',
    uploading: 'Uploading …',
    uploaded: (width, height) => `Uploaded: ${width} × ${height}`,
    awaitingPicture: 'Your picture is still uploading. We’ll score your launch right after that.',
    pictureLink: 'Or paste a link to a picture',
    removePicture: 'Remove',
    notPicture: 'Choose a PNG, JPEG, WebP or GIF picture.',
    tooLarge: 'Choose a picture of at most 5 MiB.',
    otherFormat: 'Your browser can’t read this format. Save the picture as PNG, JPEG or WebP and choose that file.',
    useWallet: (name) => (name === null ? 'Use my wallet' : `Use ${name}`),
    askingWallet: 'Confirm in your wallet …',
    noAddress: 'Your wallet returned no address.',
    walletHelp: (suffix) => `An address, or a name like you${suffix}. You’ll sign with this wallet if you launch.`,
    lookingUp: 'Looking up the name …',
    nameFound: (name) => `${name} is this wallet. Check that it’s yours.`,
    unknownName: (name) => `We found no wallet for ${name}. Check the spelling, or enter the address.`,
    otherName: (suffix) => `Use a name that ends in ${suffix}, or enter the address.`,
    nameFailed: 'We couldn’t look up the name. Try again, or enter the address.',
    checkWallet: 'Check the wallet of this name, then score.',
    preview: 'Preview',
    unnamed: 'Your token',
    measured: 'Measured when you score',
    waiting: 'Measuring …',
    scoring: 'Scoring your launch',
    almost: 'Still working. This takes 25 seconds at most.',
    opening: 'Done. Opening your score …',
    cancel: 'Cancel',
    cancelled: 'Cancelled. If your launch was already scored, it stays public; try again to open that score.',
    needsScript: 'This form needs JavaScript',
    needsScriptBody: 'Turn it on, or use the API command below. You can read every page without it.',
  },
  es: {
    form: 'Evaluar un lanzamiento',
    fields: {
      name: { label: 'Nombre', example: 'Left Sock', missing: 'Escribe un nombre.' },
      symbol: { label: 'Ticker', example: 'SOCK', missing: 'Escribe un ticker.' },
      description: {
        label: 'Presentación',
        example: 'Cada lavadora se queda con uno. Este es el token del otro.',
        missing: 'Añade una presentación.',
      },
      imageUrl: { label: 'Imagen', example: 'https://…/left-sock.png', missing: 'Añade una imagen.' },
      xHandle: { label: 'Cuenta de X', example: '@leftsock', missing: 'Escribe una cuenta de X.' },
      creatorAddress: {
        label: 'Billetera del creador',
        help: 'Firmarás con esta billetera si lanzas el token.',
        example: '0x…',
        missing: 'Escribe la dirección de una billetera.',
      },
      contractAddress: { label: 'Contrato del token', help: 'Si ya lo tienes.', example: '0x…' },
    },
    optional: 'opcional',
    submit: 'Evaluar',
    sign: 'Firmar con esta billetera',
    signNote: 'Sin transacción. Sin firmar, creador llega a 50 como máximo.',
    note: 'Tarda unos segundos. Todo lo que escribas es público.',
    tooLong: (most, length) => `Usa como máximo ${most} caracteres. Tienes ${length}.`,
    unreadable: 'Escribe algo que se pueda leer.',
    unusual: 'Quita los caracteres invisibles o dañados.',
    badSymbol: 'Usa de 1 a 16 caracteres sin espacios.',
    badHandle: 'Las cuentas de X tienen hasta 15 letras, números o _.',
    badAddress: 'Escribe 0x y 40 dígitos hexadecimales.',
    badChecksum: 'Busca un dígito equivocado o escribe la dirección en minúsculas.',
    badUrl: 'Escribe un enlace completo que empiece por https://.',
    notHttps: 'Usa un enlace que empiece por https://.',
    pictureStatus: (status) => `No pudimos cargar esa imagen (${status}). Revisa el enlace.`,
    nothingScored: 'Todavía sin nota',
    fixFields: 'Corrige los campos marcados e inténtalo de nuevo.',
    unreachable: 'No pudimos conectar con el servicio. Revisa tu conexión e inténtalo de nuevo.',
    interrupted: 'Se cortó la conexión. Inténtalo de nuevo: no tendrás dos notas.',
    broken: (status) => `Algo falló de nuestro lado (${status}). Inténtalo de nuevo.`,
    nameSignal: 'Señal del nombre',
    socialSignal: 'Señal social, sin menciones',
    choosePicture: 'Elegir una imagen',
    dropPicture: 'o arrástrala o pégala aquí. PNG, JPEG, WebP o GIF, hasta 5 MiB.',
    uploading: 'Subiendo …',
    uploaded: (width, height) => `Subida: ${width} × ${height}`,
    awaitingPicture: 'Tu imagen todavía se está subiendo. Después evaluaremos tu lanzamiento.',
    pictureLink: 'O pega el enlace de una imagen',
    removePicture: 'Quitar',
    notPicture: 'Elige una imagen PNG, JPEG, WebP o GIF.',
    tooLarge: 'Elige una imagen de 5 MiB como máximo.',
    otherFormat: 'Tu navegador no puede leer este formato. Guarda la imagen como PNG, JPEG o WebP y elige ese archivo.',
    useWallet: (name) => (name === null ? 'Usar mi billetera' : `Usar ${name}`),
    askingWallet: 'Confirma en tu billetera …',
    noAddress: 'Tu billetera no dio ninguna dirección.',
    walletHelp: (suffix) =>
      `Una dirección o un nombre como tu${suffix}. Firmarás con esta billetera si lanzas el token.`,
    lookingUp: 'Buscando el nombre …',
    nameFound: (name) => `${name} es esta billetera. Comprueba que es tuya.`,
    unknownName: (name) => `No encontramos ninguna billetera para ${name}. Revisa el nombre o escribe la dirección.`,
    otherName: (suffix) => `Usa un nombre que termine en ${suffix} o escribe la dirección.`,
    nameFailed: 'No pudimos buscar el nombre. Inténtalo de nuevo o escribe la dirección.',
    checkWallet: 'Comprueba la billetera del nombre y vuelve a enviar.',
    preview: 'Vista previa',
    unnamed: 'Tu token',
    measured: 'Se mide al evaluar',
    waiting: 'Midiendo …',
    scoring: 'Evaluando tu lanzamiento',
    almost: 'Seguimos. Tarda 25 segundos como máximo.',
    opening: 'Listo. Abriendo tu nota …',
    cancel: 'Cancelar',
    cancelled: 'Cancelado. Si tu lanzamiento ya tenía nota, sigue siendo pública; inténtalo de nuevo para abrirla.',
    needsScript: 'Este formulario necesita JavaScript',
    needsScriptBody: 'Actívalo o usa el comando de la API de abajo. Puedes leer todas las páginas sin él.',
  },
  zh: {
    form: '为发行评分',
    fields: {
      name: { label: '名称', example: 'Left Sock', missing: '请输入名称。' },
      symbol: { label: '代号', example: 'SOCK', missing: '请输入代号。' },
      description: {
        label: '介绍',
        example: '每台洗衣机都会吞掉一只袜子。这是另一只的代币。',
        missing: '请添加介绍。',
      },
      imageUrl: { label: '图片', example: 'https://…/left-sock.png', missing: '请添加图片。' },
      xHandle: { label: 'X 账号', example: '@leftsock', missing: '请输入 X 账号。' },
      creatorAddress: {
        label: '创建者钱包',
        help: '如果发行，你将用这个钱包签名。',
        example: '0x…',
        missing: '请输入钱包地址。',
      },
      contractAddress: { label: '代币合约', help: '如果已经有了。', example: '0x…' },
    },
    optional: '选填',
    submit: '开始评分',
    sign: '用此钱包签名',
    signNote: '无需交易。不签名时，创建者一项最高 50 分。',
    note: '需要几秒钟。你填写的内容都是公开的。',
    tooLong: (most, length) => `最多 ${most} 个字符，现在有 ${length} 个。`,
    unreadable: '请输入可以阅读的内容。',
    unusual: '请删除不可见或损坏的字符。',
    badSymbol: '请用 1–16 个字符，不含空格。',
    badHandle: 'X 账号最多 15 个字母、数字或 _。',
    badAddress: '请输入 0x 和 40 位十六进制数字。',
    badChecksum: '请检查地址是否有输错的字符，或全部用小写字母输入。',
    badUrl: '请输入以 https:// 开头的完整链接。',
    notHttps: '请使用以 https:// 开头的链接。',
    pictureStatus: (status) => `无法加载这张图片（${status}）。请检查链接。`,
    nothingScored: '尚未评分',
    fixFields: '请修正标出的字段，然后重试。',
    unreachable: '无法连接服务。请检查网络后重试。',
    interrupted: '连接中断。请重试：不会产生两个评分。',
    broken: (status) => `我们这边出了问题（${status}）。请重试。`,
    nameSignal: '名称信号',
    socialSignal: '社交信号（不含提及）',
    choosePicture: '选择图片',
    dropPicture: '或拖放、粘贴到这里。PNG、JPEG、WebP 或 GIF，最大 5 MiB。',
    uploading: '正在上传…',
    uploaded: (width, height) => `已上传：${width} × ${height}`,
    awaitingPicture: '图片仍在上传，上传完成后会立即评分。',
    pictureLink: '或粘贴图片链接',
    removePicture: '移除',
    notPicture: '请选择 PNG、JPEG、WebP 或 GIF 图片。',
    tooLarge: '请选择不超过 5 MiB 的图片。',
    otherFormat: '你的浏览器无法读取这种格式。请将图片另存为 PNG、JPEG 或 WebP 后再选择。',
    useWallet: (name) => (name === null ? '使用我的钱包' : `使用 ${name}`),
    askingWallet: '请在钱包中确认…',
    noAddress: '钱包没有提供地址。',
    walletHelp: (suffix) => `地址，或类似 you${suffix} 的名称。如果发行，你将用这个钱包签名。`,
    lookingUp: '正在查找名称…',
    nameFound: (name) => `${name} 对应这个钱包。请确认它是你的。`,
    unknownName: (name) => `没有找到 ${name} 对应的钱包。请检查拼写，或输入地址。`,
    otherName: (suffix) => `请使用以 ${suffix} 结尾的名称，或输入地址。`,
    nameFailed: '无法查找该名称。请重试，或输入地址。',
    checkWallet: '请确认名称对应的钱包，然后再评分。',
    preview: '预览',
    unnamed: '你的代币',
    measured: '评分时测量',
    waiting: '正在测量…',
    scoring: '正在为你的发行评分',
    almost: '仍在进行，最多 25 秒。',
    opening: '完成，正在打开评分…',
    cancel: '取消',
    cancelled: '已取消。如果评分已经完成，它仍会公开；再试一次即可打开该评分。',
    needsScript: '此表单需要 JavaScript',
    needsScriptBody: '请启用它，或使用下方的 API 命令。阅读各个页面无需 JavaScript。',
  },
}
