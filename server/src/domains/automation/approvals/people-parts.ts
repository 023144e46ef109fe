import { createThrottle } from '../../../platform/http/throttle.ts'
import type { AnswerWait } from '../waits/waits.ts'
import type { PeopleDeps } from './people-deps.ts'

/** Views of forms and answers by link from one address, which a whole office may share. */
const STRANGERS = { name: 'ask-ip', points: 120, seconds: 300 }

/** What answering questions takes from automation. */
type RunningAutomation = Pick<PeopleDeps, 'system' | 'tenant' | 'publicUrl' | 'log' | 'apps'> & {
  waits: { answer: AnswerWait }
}

/** What answering questions works with, once automation runs. */
export function approvalParts(
  automation: RunningAutomation,
  needs: Pick<PeopleDeps, 'directory' | 'records' | 'notify' | 'brand'>,
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
