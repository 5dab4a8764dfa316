/** A public test pair: never for anything else. */
export const vapid = {
  publicKey: 'BCrg9ptsZNos_yRhnB-QDdSjmsnrHidWTXTklHv3eORxrzs8PEqp__Svn0ibiMKBK7xVXEnKI07yk_fxlUKeHEk',
  privateKey: '3jfwCh-SWKd6wQyCP89n2R1679rHwfS62ptAgd8jJPk',
}
