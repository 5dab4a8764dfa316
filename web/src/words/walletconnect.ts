import type { Words } from './language.ts'

interface WalletConnectWords {
  title: string
  connecting: string
  scan: string
  codeAlt: string
  openApp: string
  copy: string
  signTitle: string
  confirm: (wallet: string) => string
  openWallet: (wallet: string) => string
  cancel: string
  cancelled: string
  rejected: string
  expired: string
  unreachable: string
  ended: string
  otherAccount: string
  noAccount: string
}

export const walletConnectWords: Words<WalletConnectWords> = {
  en: {
    title: 'Connect the wallet on your phone',
    connecting: 'Connecting to WalletConnect …',
    scan: 'Scan this code with your wallet app.',
    codeAlt: 'QR code for a wallet app',
    openApp: 'Open wallet app',
    copy: 'Copy link for wallet app',
    signTitle: 'Sign in your wallet app',
    confirm: (wallet) => `Open ${wallet} on your phone and confirm the message.`,
    openWallet: (wallet) => `Open ${wallet}`,
    cancel: 'Cancel',
    cancelled: 'You cancelled. Nothing was signed or sent.',
    rejected: 'You declined in your wallet app. Nothing was signed or sent.',
    expired: 'Your wallet app didn’t answer within five minutes. Try again.',
    unreachable: 'We couldn’t reach WalletConnect. Check your connection and try again.',
    ended: 'Your wallet app ended the connection. Try again.',
    otherAccount: 'Your wallet app used another account. Try again with the account that has to sign.',
    noAccount: 'Your wallet app shared no Ethereum account. Try again with an Ethereum account.',
  },
  es: {
    title: 'Conecta la billetera de tu teléfono',
    connecting: 'Conectando con WalletConnect …',
    scan: 'Escanea este código con la aplicación de tu billetera.',
    codeAlt: 'Código QR para la aplicación de una billetera',
    openApp: 'Abrir la aplicación',
    copy: 'Copiar enlace para la aplicación',
    signTitle: 'Firma en la aplicación de tu billetera',
    confirm: (wallet) => `Abre ${wallet} en tu teléfono y confirma el mensaje.`,
    openWallet: (wallet) => `Abrir ${wallet}`,
    cancel: 'Cancelar',
    cancelled: 'Lo cancelaste. No se firmó ni se envió nada.',
    rejected: 'Lo rechazaste en la aplicación de tu billetera. No se firmó ni se envió nada.',
    expired: 'La aplicación de tu billetera no respondió en cinco minutos. Inténtalo de nuevo.',
    unreachable: 'No pudimos conectar con WalletConnect. Comprueba tu conexión e inténtalo de nuevo.',
    ended: 'La aplicación de tu billetera cerró la conexión. Inténtalo de nuevo.',
    otherAccount: 'Esta vez tu billetera abrió otra cuenta. Inténtalo de nuevo con la cuenta que debe firmar.',
    noAccount: 'Tu billetera no compartió ninguna cuenta de Ethereum. Inténtalo de nuevo con una cuenta de Ethereum.',
  },
  zh: {
    title: '连接手机上的钱包',
    connecting: '正在连接 WalletConnect……',
    scan: '请用钱包应用扫描此二维码。',
    codeAlt: '供钱包应用扫描的二维码',
    openApp: '打开钱包应用',
    copy: '复制钱包应用链接',
    signTitle: '请在钱包应用中签名',
    confirm: (wallet) => `请在手机上打开 ${wallet} 并确认消息。`,
    openWallet: (wallet) => `打开 ${wallet}`,
    cancel: '取消',
    cancelled: '你已取消。没有签名，也没有发送任何内容。',
    rejected: '你在钱包应用中拒绝了请求。没有签名，也没有发送任何内容。',
    expired: '钱包应用在五分钟内没有响应，请重试。',
    unreachable: '无法连接 WalletConnect。请检查网络后重试。',
    ended: '钱包应用断开了连接，请重试。',
    otherAccount: '钱包应用这次打开的是其他账户。请用需要签名的账户重试。',
    noAccount: '钱包应用没有提供以太坊账户。请用以太坊账户重试。',
  },
}
