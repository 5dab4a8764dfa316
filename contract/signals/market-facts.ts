/** Facts of the name signal that the market showed. They have no points, and no record alone can recompute them. */
export const marketFactCodes = new Set(['namesakes', 'namesakes_unread'])
