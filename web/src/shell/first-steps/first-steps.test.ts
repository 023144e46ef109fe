import { describe, expect, it } from 'vitest'
import { PlaybookId, RunId } from '@caseloom/contract/kernel/ids'
import { firstSteps, type KnownPlaybook } from './first-steps.ts'

const RUN = RunId.parse('01890000-0000-7000-8000-000000000001')

function aPlaybook(kind: string, over: Partial<KnownPlaybook> = {}): KnownPlaybook {
  return {
    id: PlaybookId.parse('01890000-0000-7000-8000-000000000002'),
    title: kind,
    publishedVersion: 1,
    triggers: [{ key: 'start', kind }],
    lastRun: null,
    runsLastDay: { succeeded: 0, failed: 0 },
    ...over,
  }
}
const ran = (state: 'succeeded' | 'failed' | 'running') => ({
  lastRun: { id: RUN, state, at: '2026-11-28T10:00:00.000Z' },
})
const doneOf = (facts: Parameters<typeof firstSteps>[0]) =>
  firstSteps(facts).flatMap(({ key, done }) => (done ? [key] : []))

describe('first steps', () => {
  it('are those that the reader can take', () => {
    expect(firstSteps({})).toEqual([])
    expect(firstSteps({ playbooks: [] }).map(({ key }) => key)).toEqual(['source', 'alert', 'automate'])
    const all = firstSteps({ playbooks: [], people: 1, dashboards: 1 })
    expect(all.map(({ key }) => key)).toEqual(['source', 'alert', 'team', 'automate', 'report'])
    expect(all.some(({ done }) => done)).toBe(false)
  })

  it.each(['webhook', 'poll', 'mail'])('begin with a source that starts by %s', (kind) => {
    const quiet = aPlaybook(kind)
    expect(firstSteps({ playbooks: [quiet] })[0]).toEqual({
      key: 'source',
      done: false,
      playbook: quiet,
      failedRun: null,
    })
    expect(doneOf({ playbooks: [aPlaybook(kind, ran('running'))] })).toEqual(['source'])
    expect(doneOf({ playbooks: [aPlaybook(kind, ran('succeeded'))] })).toEqual(['source', 'alert'])
  })

  it('name the run that failed until one succeeded', () => {
    const broken = aPlaybook('webhook', ran('failed'))
    expect(firstSteps({ playbooks: [broken] })[1]).toMatchObject({
      key: 'alert',
      done: false,
      failedRun: RUN,
    })
    expect(doneOf({ playbooks: [broken], hasSucceeded: true })).toEqual(['source', 'alert'])
    const fixed = { ...broken, runsLastDay: { succeeded: 1, failed: 1 } }
    expect(firstSteps({ playbooks: [fixed] })[1]).toMatchObject({
      key: 'alert',
      done: true,
      failedRun: null,
    })
  })

  it('count drafts as nothing, and playbooks that people, records, or schedules start as a response', () => {
    expect(
      doneOf({ playbooks: [aPlaybook('webhook', { ...ran('succeeded'), publishedVersion: null })] }),
    ).toEqual([])
    for (const kind of ['button', 'record', 'schedule', 'form'])
      expect(doneOf({ playbooks: [aPlaybook(kind)] })).toEqual(['automate'])
  })

  it('end with a second person, and with a dashboard beyond the one that ships', () => {
    expect(doneOf({ people: 2 })).toEqual(['team'])
    expect(doneOf({ dashboards: 1 })).toEqual([])
    expect(doneOf({ dashboards: 2 })).toEqual(['report'])
  })
})
