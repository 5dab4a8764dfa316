declare module 'unicode-confusables' {
  export const rectifyConfusion: (text: string) => string
}
