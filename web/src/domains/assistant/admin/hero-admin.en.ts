/** English texts of the frame around what administrators set and read of Hero AI. */
export const heroAdminEn = {
  heroAdmin: {
    title: 'Hero AI',
    tabs: { model: 'Model', sent: 'Request log', feedback: 'Feedback' },
  },
} as const
