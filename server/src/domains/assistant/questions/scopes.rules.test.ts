import { read } from './question-world.fixture.ts'
import { describe, expect, it } from 'vitest'

const OPEN = 'status notIn [promoted,closed]'

describe('what a word is said of', () => {
  it.each([
    ['alerts of cases assigned to bob', 'alert | {has:case,where:{field:assignee in [bob]}}'],
    ['alerts in cases opened yesterday', 'alert | {has:case,where:{field:created_at within yesterday}}'],
    ['alerts of cases created by alice', 'alert | {has:case,where:{field:created_by in [alice]}}'],
    ['alerts of cases in containment', 'alert | {has:case,where:{field:phase in [containment]}}'],
    ['assets of cases assigned to bob', 'asset | {has:case.assets,where:{field:assignee in [bob]}}'],
    [
      'alerts in open cases of carla',
      'alert | {has:case,where:{all:[{field:status notIn [closed]},{field:assignee in [carla]}]}}',
    ],
    ['cases without critical alerts', 'case | {not:{has:alert.case,where:{field:severity in [critical]}}}'],
    ['cases with no open alerts', `case | {not:{has:alert.case,where:{field:${OPEN}}}}`],
    ['alerts with a case but unassigned', 'alert | case notEmpty | assignee empty'],
    ['all but the unassigned alerts', 'alert | assignee notEmpty'],
    ['alerts severity != low', 'alert | severity notIn [low]'],
    ['alerts other than bob’s', 'alert | assignee notIn [bob]'],
    ['alerts from github and from the mail gateway', 'alert | source in [github,Mail gateway]'],
    ['alerts of bob and of carla', 'alert | assignee in [bob,carla]'],
    [
      'alerts of bob that are high or closed',
      'alert | assignee in [bob] | {any:[{field:severity in [high]},{field:status in [closed]}]}',
    ],
    [
      'open alerts that are high or unassigned',
      `alert | ${OPEN} | {any:[{field:severity in [high]},{field:assignee empty}]}`,
    ],
    [
      'critical alerts or alerts of bob',
      'alert | {any:[{field:severity in [critical]},{field:assignee in [bob]}]}',
    ],
    ['alerts no longer open', 'alert | status in [promoted,closed]'],
    [
      'new alerts of bob since yesterday',
      'alert | status in [new] | assignee in [bob] | created_at gte 2026-11-22T00:00:00.000Z',
    ],
    [
      'alerts of bob in triage this week',
      'alert | assignee in [bob] | status in [triage] | created_at within this_week',
    ],
    ['servers of CAS-1', 'asset | kind in [server] | {has:case.assets,where:{field:tracking_id in [CAS-1]}}'],
    ['done tasks due this week', '$task | state in [done] | due within this_week'],
  ])('of “%s” is clear', (question, expected) => {
    expect(read(question)).toBe(expected)
  })

  it.each(
    [
      [
        'a condition behind what both have',
        [
          'cases with alerts assigned to bob',
          'cases with critical alerts created yesterday',
          'cases with tasks of bob',
          'alerts in a case that are unassigned',
          'assets in open cases owned by bob',
        ],
      ],
      [
        'a condition behind an exception',
        [
          'every alert except high ones assigned to bob',
          'alerts excluding low ones from github',
          'all alerts except those of bob',
        ],
      ],
      [
        'an “or” behind several conditions',
        [
          'open critical alerts or unassigned ones',
          'high alerts of bob or critical ones',
          'critical or unassigned open alerts',
          'alerts closed yesterday or unassigned',
          'cases opened by alice or closed by bob',
          'alerts that are high or new from github',
        ],
      ],
      [
        'an “or” behind a denial',
        [
          'alerts that are not high or closed',
          'alerts not assigned to bob or unassigned',
          'alerts not from github or the mail gateway',
        ],
      ],
      [
        'two lists in one',
        ['high alerts of bob and critical alerts of carla', 'how many high and how many low alerts'],
      ],
      [
        'a moment that is not recorded',
        [
          'alerts assigned to bob last week',
          'cases on hold since monday',
          'alerts in triage since yesterday',
          'tasks completed this week',
          'tasks overdue since yesterday',
          'alerts unassigned since monday',
        ],
      ],
      [
        'a value that is not recorded',
        ['alerts no longer high', 'alerts never assigned to bob', 'alerts never high'],
      ],
      [
        'a time that repeats or lies ahead',
        ['alerts every monday', 'alerts next week', 'alerts in the next 3 days', 'alerts of tomorrow'],
      ],
      [
        'one record of each group',
        ['newest alert per source', 'oldest open alert of each analyst', 'oldest alerts by source'],
      ],
      [
        'another record than the one that is named',
        [
          'duplicates of ALR-5',
          'is ALR-5 a duplicate of ALR-7',
          'was ALR-5 created by alice',
          'alerts related to ALR-5',
        ],
      ],
      ['a place in the order', ['the newest but one alert', 'last but one alert', 'the second oldest alert']],
      ['a word of two fields', ['severe cases', 'moderate cases', 'red cases']],
      ['the name of a field', ['assignee of the worst case', 'alerts with technique phishing']],
    ].flatMap(([why, questions]) => [...(questions ?? [])].map((question) => [question, String(why)])),
  )('“%s” is declined: %s', (question) => {
    expect(read(question)).toBeNull()
  })
})
