import type { Area } from './types.ts'

/** The built-in role of administrators, which both residents hold. */
const ADMINISTRATOR = '0196c3a0-0000-7000-8000-000000000001'

/** Restricting, locking, why someone may or may not, and who is there. */
export const recordRights: Area = {
  good: {
    restrictRecord: () => ({ body: { to: [{ roleId: ADMINISTRATOR }] } }),
    lockRecord: () => ({ body: { reason: 'In court' } }),
    whyRecord: () => ({ query: 'action=update' }),
    reportPresence: () => ({ body: { seat: '3f0e5a52-6b0a-4b5e-9d4e-5f1f3a1c2b7e', field: 'title' } }),
    whoSeesRecord: () => ({ query: `to=${ADMINISTRATOR}` }),
  },
}
