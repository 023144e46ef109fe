import { RunSummary, RunView } from './automation.ts'
import { route } from './route.ts'

const base = '/api/tenant/:tenantId/orchestration/api/runs/:runId' as const

export const cancelRun = route({
  method: 'POST',
  path: `${base}/cancel`,
  summary:
    'Asks a run to stop: a queued one ends at once, in others nothing new begins and what is in flight ends. Asking again changes nothing',
  needs: 'playbook:run',
  reply: RunView,
  fails: ['run.over'],
  on404: 'here',
})
export const rerunRun = route({
  method: 'POST',
  path: `${base}/rerun`,
  summary:
    'Repeats a run that is over as a new one: the same version, the same trigger input, the same rights',
  needs: 'playbook:run',
  reply: RunSummary,
  status: 201,
  fails: ['run.not_over'],
  on404: 'here',
})
export const runEvidence = route({
  method: 'GET',
  path: `${base}/evidence`,
  summary:
    'All that is known of a run in one JSON file with the SHA-256 of its content; for people who may see its data',
  needs: 'run:data',
  answers: 'file',
  on404: 'here',
})
