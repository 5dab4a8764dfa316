import type { Words } from './language.ts'

const en = {
  title: 'Name the token',
  address: 'Token contract',
  addressHelp: '0x and 40 hex digits.',
  tx: 'Creation transaction',
  txHelp: '0x and 64 hex digits. With it, no lookup is needed if your wallet deployed the token itself.',
  optional: 'optional',
  wrongAddress: 'Enter 0x and 40 hex digits.',
  wrongTx: 'Enter 0x and 64 hex digits, or leave it empty.',
  sign: 'Sign and submit',
  free: 'One signature. No transaction, nothing to pay. It can’t be taken back.',
  notBound: 'Not submitted',
}

/** The words of the form with which a creator names the token. */
export const bindTokenWords: Words<typeof en> = {
  en,
  es: {
    title: 'Indicar el token',
    address: 'Contrato del token',
    addressHelp: '0x y 40 dígitos hexadecimales.',
    tx: 'Transacción de creación',
    txHelp: '0x y 64 dígitos hexadecimales. Ahorra una consulta si tu billetera desplegó el token.',
    optional: 'opcional',
    wrongAddress: 'Introduce 0x y 40 dígitos hexadecimales.',
    wrongTx: 'Introduce 0x y 64 dígitos hexadecimales, o déjalo vacío.',
    sign: 'Firmar y enviar',
    free: 'Una firma. Sin transacción y sin coste. No se puede retirar.',
    notBound: 'No se ha enviado',
  },
  zh: {
    title: '指明代币',
    address: '代币合约',
    addressHelp: '0x 加 40 位十六进制数字。',
    tx: '创建交易',
    txHelp: '0x 加 64 位十六进制数字。若由你的钱包直接部署，可省去一次查询。',
    optional: '可选',
    wrongAddress: '请输入 0x 加 40 位十六进制数字。',
    wrongTx: '请输入 0x 加 64 位十六进制数字，或留空。',
    sign: '签名并提交',
    free: '一次签名。没有交易，无需付费。签名后无法撤回。',
    notBound: '未提交',
  },
}
