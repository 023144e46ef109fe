import { describe, expect, it } from 'vitest'
import { aPlaybook } from './testing.ts'
import { evaluateTrigger } from './trigger.ts'

function withTrigger(more: { [key: string]: string }) {
  return aPlaybook([], { triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' }, ...more }] })
}

const body = { alert: { id: 7 }, empty: '', list: [] }
const decide = (more: { [key: string]: string }, trigger = { headers: { 'x-id': 'd1' }, body }) =>
  evaluateTrigger(withTrigger(more), 'hook', trigger, { now: 1_000 })

describe('a delivery', () => {
  it('matches a trigger without condition and has no dedup key', async () => {
    expect(await decide({})).toEqual({ match: true, dedup: null })
  })

  it('takes its dedup key from an expression or a text with expressions', async () => {
    expect(await decide({ dedup: '{% trigger.headers.`x-id` %}' })).toEqual({ match: true, dedup: 'd1' })
    expect(await decide({ dedup: '{% trigger.body.alert.id %}' })).toEqual({ match: true, dedup: '7' })
    expect(await decide({ dedup: 'alert-{% trigger.body.alert.id %}' })).toEqual({
      match: true,
      dedup: 'alert-7',
    })
    expect(await decide({ dedup: '{% $millis() %}' })).toEqual({ match: true, dedup: '1000' })
  })

  it.each([
    ['{% $exists(trigger.body.nope) %}', 'The condition $exists(trigger.body.nope) is false'],
    ['{% trigger.body.nope %}', 'The condition trigger.body.nope returns nothing'],
    ['{%\n  trigger.body.empty\n    and true %}', 'The condition trigger.body.empty and true is false'],
    ['{% trigger.body.empty %}', 'The condition trigger.body.empty is empty'],
    ['{% $count(trigger.body.list) %}', 'The condition $count(trigger.body.list) is 0'],
  ])('is filtered by %j with a reason', async (when, reason) => {
    expect(await decide({ when })).toEqual({ match: false, reason })
  })

  it('shortens a very long condition in the reason', async () => {
    const verdict = await decide({ when: `{% trigger.body.nope = "${'x'.repeat(500)}" %}` })
    if (!('match' in verdict) || verdict.match) throw new Error('matched')
    expect(verdict.reason.length).toBeLessThan(340)
    expect(verdict.reason).toContain('…')
  })

  it.each([
    [{ when: "{% $error('no') %}" }, 'expression.error'],
    [{ when: '{% ($f := function(){ $f() }; $f()) %}' }, 'expression.limit'],
    [{ dedup: '{% trigger.headers.nope %}' }, 'step.missing_value'],
    [{ dedup: 'x-{% trigger.headers.nope %}' }, 'step.missing_value'],
  ])('fails with a reason when %j cannot be evaluated', async (more, code) => {
    expect(await decide(more)).toMatchObject({ error: { code } })
  })

  it('for a trigger that does not exist is a fault of the caller', async () => {
    await expect(evaluateTrigger(withTrigger({}), 'nope', {})).rejects.toThrow('has no trigger nope')
  })
})
