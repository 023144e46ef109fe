import { getRun, type RunState } from '@caseloom/contract/automation/automation'
import type { RunId } from '@caseloom/contract/kernel/ids'
import { call } from './call.ts'

const LOOK_MS = 1_000
const MAX_LOOKS = 60

/** Follows a run until it ends or waits for something; null when it takes longer than a minute or can't be read. */
export async function runOutcome(tenantId: string, runId: RunId): Promise<RunState | null> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const seen = await call(getRun, { params: { tenantId, runId } }).catch(() => null)
    if (seen === null) return null
    if (seen.state !== 'queued' && seen.state !== 'running') return seen.state
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return null
}
