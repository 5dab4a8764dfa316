const drawn = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWYZ'

/**
 * Small capitals, which Unicode has for phonetic scripts, by the capitals that they draw. Unicode's list of look-alikes lacks
 * most of them.
 */
export const smallCapitals: ReadonlyMap<string, string> = new Map(
  Array.from(drawn, (letter, at) => [letter, capitals.charAt(at)]),
)
