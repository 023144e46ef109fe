import { createThrottle } from '../../../platform/http/throttle.ts'
import type { Automation } from '../automation.ts'
import type { PeopleDeps } from './people-deps.ts'

/** Looks at forms and answers by link from one address: a whole office may stand behind one. */
const STRANGERS = { name: 'ask-ip', points: 120, seconds: 300 }

/** What answering questions works with, once automation stands. */
export function approvalParts(
  automation: Automation,
  needs: Pick<PeopleDeps, 'directory' | 'records' | 'tell' | 'brand'>,
): PeopleDeps {
  const { system, tenant, waits, publicUrl, log, apps } = automation
  return {
    ...needs,
    system,
    tenant,
    apps,
    publicUrl,
    log,
    answer: waits.answer,
    strangers: createThrottle(system, STRANGERS),
  }
}
