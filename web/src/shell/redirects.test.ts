import { describe, expect, it } from 'vitest'
import { appletWorkflowGoal, statsGoal, workflowRunGoal } from './redirects.ts'

describe('redirects of a tenant', () => {
  it('leads applet-workflow/{id} to workflow/applet/{id} [S2.21]', () => {
    expect(appletWorkflowGoal('a 1/b')).toBe('/workflow/applet/a%201%2Fb')
  })

  const run = {
    id: 'app',
    recordId: 'rec',
    runId: '0012',
    sequence: '3',
    workflowId: 'wf',
    workflowVersion: '7',
  }
  it('leads workflow-run to the run with all its parameters, in order [S2.22]', () => {
    expect(workflowRunGoal(run)).toBe(
      '/workflow/app/record/rec/run/0012/sequence/3/workflowId/wf/workflowVersion/7',
    )
  })
  it.each(Object.keys(run))('rejects a workflow run without %s', (name) => {
    expect(workflowRunGoal({ ...run, [name]: undefined })).toBeNull()
    expect(workflowRunGoal({ ...run, [name]: '' })).toBeNull()
  })

  it('leads stats to search/{appId}/{reportId} [S2.26]', () => {
    expect(statsGoal({ appId: 'a', reportId: 'r' })).toBe('/search/a/r')
    expect(statsGoal({ appId: 'a' })).toBe('/search/a')
    expect(statsGoal({ reportId: 'r' })).toBeNull()
  })
})
