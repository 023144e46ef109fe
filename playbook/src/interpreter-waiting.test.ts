import { describe, expect, it } from 'vitest'
import { aPlaybook, bad, contextOf, drive, effect, ok, pure, timer } from './testing.ts'

describe('flow.wait', () => {
  const wait = (with_: { [key: string]: string }, after: string[] = []) => ({
    key: 'w',
    action: 'flow.wait',
    with: with_,
    after,
  })

  it('sleeps for a duration counted from the moment at which it begins', async () => {
    const playbook = aPlaybook([effect('a'), wait({ for: '5m' }, ['a']), pure('b', 'w')])
    expect(await drive(playbook, [[ok('a~1', 10_000)], [timer('w~1', 310_004)]])).toMatchInlineSnapshot(`
      [
        "1000 a running",
        "> effect a~1 http.request 30000ms key run/a~1",
        "--",
        "10000 a succeeded",
        "10000 w waiting",
        "> sleep w~1 wait until 310000",
        "--",
        "310004 w succeeded",
        "310004 b succeeded",
        "= succeeded",
      ]
    `)
  })

  it('sleeps until an instant', async () => {
    const playbook = aPlaybook([wait({ until: '{% trigger.due %}' })])
    const context = contextOf({ trigger: { due: '1970-01-01T01:00:00+00:30' } })
    expect(await drive(playbook, [[timer('w~1', 1_800_000)]], context)).toMatchInlineSnapshot(`
      [
        "1000 w waiting",
        "> sleep w~1 wait until 1800000",
        "--",
        "1800000 w succeeded",
        "= succeeded",
      ]
    `)
  })

  it('continues immediately when the instant has passed', async () => {
    expect(await drive(aPlaybook([wait({ until: '1970-01-01' })]), [])).toEqual([
      '1000 w succeeded',
      '= succeeded',
    ])
  })

  it.each([
    [{ until: '{% trigger.due %}' }, 'step.missing_value'],
    [{ until: '{% "tomorrow" %}' }, 'step.bad_input'],
    [{ for: '{% "5 minutes" %}' }, 'step.bad_input'],
  ])('fails when its time is invalid: %j', async (with_, code) => {
    expect(await drive(aPlaybook([wait(with_)]), [])).toContain(`1000 w failed (${code})`)
  })
})

describe('cancelling', () => {
  it('begins nothing new: pauses end, what is in flight is still recorded, then the run is cancelled', async () => {
    const playbook = aPlaybook([
      pure('done'),
      effect('flying'),
      effect('pausing', [], { retry: { attempts: 2 } }),
      { key: 'waiting', action: 'flow.wait', with: { for: '1h' } },
      effect('later', 'flying'),
    ])
    expect(
      await drive(playbook, [
        [bad('pausing~1', 2_000, { retryable: true })],
        [{ kind: 'cancel', at: 3_000 }],
        [ok('flying~1', 4_000)],
      ]),
    ).toMatchInlineSnapshot(`
      [
        "1000 done succeeded",
        "1000 flying running",
        "1000 pausing running",
        "1000 waiting waiting",
        "> effect flying~1 http.request 30000ms key run/flying~1",
        "> effect pausing~1 http.request 30000ms key run/pausing~1",
        "> sleep waiting~1 wait until 3601000",
        "--",
        "2000 pausing retrying (http.down)",
        "> sleep pausing~1.pause retry until 3000",
        "--",
        "--",
        "4000 flying succeeded",
        "4000 pausing cancelled (run.cancelled)",
        "4000 waiting cancelled (run.cancelled)",
        "4000 later skipped",
        "= cancelled (run.cancelled: The run was canceled)",
      ]
    `)
  })

  it('of a run that has ended changes nothing', async () => {
    expect(await drive(aPlaybook([pure('a')]), [[{ kind: 'cancel', at: 3_000 }]])).toEqual([
      '1000 a succeeded',
      '= succeeded',
      '--',
      '= succeeded',
    ])
  })

  it('of a run that only waits ends it immediately, and its timer changes nothing anymore', async () => {
    const playbook = aPlaybook([{ key: 'w', action: 'flow.wait', with: { for: '1h' } }, effect('b', 'w')])
    const lines = await drive(playbook, [
      [{ kind: 'cancel', at: 2_000 }],
      [{ kind: 'timer', id: 'w~1', at: 3_601_000 }],
    ])
    expect(lines.slice(2)).toEqual([
      '--',
      '2000 w cancelled (run.cancelled)',
      '2000 b skipped',
      '= cancelled (run.cancelled: The run was canceled)',
      '--',
      '= cancelled (run.cancelled: The run was canceled)',
    ])
  })

  it('ends no pause between attempts by another attempt, even when its timer comes first', async () => {
    const lines = await drive(aPlaybook([effect('fly'), effect('again', [], { retry: { attempts: 3 } })]), [
      [bad('again~1', 2_000, { retryable: true })],
      [{ kind: 'cancel', at: 2_500 }],
      [{ kind: 'timer', id: 'again~1.pause', at: 3_000 }],
      [bad('fly~1', 4_000, { retryable: true })],
    ])
    expect(lines.filter((line) => line.startsWith('>')).length).toBe(3)
    expect(lines.slice(-3)).toEqual([
      '4000 fly failed (http.down)',
      '4000 again cancelled (run.cancelled)',
      '= cancelled (run.cancelled: The run was canceled)',
    ])
  })

  it('twice is the same as once', async () => {
    const cancel = (at: number) => [{ kind: 'cancel' as const, at }]
    const lines = await drive(aPlaybook([effect('a'), effect('b', 'a')]), [
      cancel(2_000),
      cancel(3_000),
      [ok('a~1', 4_000)],
    ])
    expect(lines.slice(-3)).toEqual([
      '4000 a succeeded',
      '4000 b skipped',
      '= cancelled (run.cancelled: The run was canceled)',
    ])
  })

  it('of a failing run ends it as cancelled when the last effect in flight has ended', async () => {
    const lines = await drive(aPlaybook([effect('a'), effect('b')]), [
      [bad('a~1', 2_000)],
      [{ kind: 'cancel', at: 3_000 }],
      [ok('b~1', 4_000)],
    ])
    expect(lines.slice(-2)).toEqual(['4000 b succeeded', '= cancelled (run.cancelled: The run was canceled)'])
  })
})
