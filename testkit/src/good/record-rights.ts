import type { Area } from './types.ts'

/** The built-in role of administrators, which both residents hold. */
const ADMINISTRATOR = '0196c3a0-0000-7000-8000-000000000001'

/** Restricting, locking, and why someone may or may not. */
export const recordRights: Area = {
  good: {
    restrictRecord: () => ({ body: { to: [{ roleId: ADMINISTRATOR }] } }),
    lockRecord: () => ({ body: { reason: 'In court' } }),
    whyRecord: () => ({ query: 'action=update' }),
    whoSeesRecord: () => ({ query: `to=${ADMINISTRATOR}` }),
  },
}
