/**
 * Small capitals, which Unicode has for phonetic scripts, by the capitals that they draw. Unicode's list of look-alikes lacks
 * most of them.
 */
export const smallCapitals: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ᴀ: 'A',
    ʙ: 'B',
    ᴄ: 'C',
    ᴅ: 'D',
    ᴇ: 'E',
    ꜰ: 'F',
    ɢ: 'G',
    ʜ: 'H',
    ɪ: 'I',
    ᴊ: 'J',
    ᴋ: 'K',
    ʟ: 'L',
    ᴍ: 'M',
    ɴ: 'N',
    ᴏ: 'O',
    ᴘ: 'P',
    ꞯ: 'Q',
    ʀ: 'R',
    ꜱ: 'S',
    ᴛ: 'T',
    ᴜ: 'U',
    ᴠ: 'V',
    ᴡ: 'W',
    ʏ: 'Y',
    ᴢ: 'Z',
  }),
)
