/** What boards are asked for, in words. */
export const windows: Record<string, string> = { '24h': '24 hours', '7d': '7 days', all: 'all time' }
