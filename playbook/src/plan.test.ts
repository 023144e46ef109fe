import { describe, expect, it } from 'vitest'
import { builtInActions } from './actions.ts'
import { isComputedInPlace, planOf } from './plan.ts'
import { ask, aPlaybook, effect, pure } from './testing.ts'

type Doc = Parameters<typeof aPlaybook>[0][number]

const safe = (parts: Doc): Doc => ({ key: 'safe', action: 'flow.try', ...parts })
const loop = (with_: Doc, steps: Doc[]): Doc => ({ key: 'loop', action: 'flow.repeat', with: with_, steps })
const both = (left: Doc[], right: Doc[]): Doc => ({
  key: 'both',
  action: 'flow.parallel',
  branches: [
    { key: 'left', steps: left },
    { key: 'right', steps: right },
  ],
})
const wait: Doc = { key: 'w', action: 'flow.wait', with: { for: '1m' } }
const stop: Doc = { key: 'e', action: 'flow.stop', with: { state: 'succeeded' } }

describe('a playbook is computed where it arrives', () => {
  it.each<[string, Doc[], Doc]>([
    ['without a step', [], {}],
    ['of pure steps', [pure('a'), pure('b', 'a')], {}],
    ['that stops itself', [pure('a'), stop], {}],
    ['of pure steps in blocks', [both([pure('a')], [loop({ atMost: 3 }, [pure('b')])])], {}],
    ['that tidies up purely', [safe({ steps: [pure('a')], catch: [pure('b')], finally: [pure('c')] })], {}],
    ['with a pure handler', [pure('a')], { onError: { steps: [pure('h')] } }],
  ])('%s', (_name, steps, more) => {
    expect(isComputedInPlace(aPlaybook(steps, more))).toBe(true)
  })

  it.each<[string, Doc[], Doc]>([
    ['an effect', [pure('a'), effect('x')], {}],
    ['a question', [ask('q')], {}],
    ['a wait', [wait], {}],
    ['an effect in a loop', [loop({ atMost: 3 }, [pure('a'), effect('x')])], {}],
    ['a pause between turns', [loop({ atMost: 3, pause: '1m' }, [pure('a')])], {}],
    ['an effect in the second branch', [both([pure('a')], [effect('x')])], {}],
    ['an effect in the first branch', [both([effect('x')], [pure('a')])], {}],
    ['an effect in catch', [safe({ steps: [pure('a')], catch: [effect('x')] })], {}],
    ['an effect in finally', [safe({ steps: [pure('a')], finally: [effect('x')] })], {}],
    [
      'an effect two blocks deep',
      [safe({ steps: [loop({ atMost: 2 }, [effect('x')])], catch: [pure('b')] })],
      {},
    ],
    ['an effect in its handler', [pure('a')], { onError: { steps: [effect('x')] } }],
  ])('unless it holds %s', (_name, steps, more) => {
    expect(isComputedInPlace(aPlaybook(steps, more))).toBe(false)
  })
})

describe('the plan of a playbook', () => {
  it('is made once for it, and again for other actions', () => {
    const playbook = aPlaybook([effect('x')])
    const plan = planOf(playbook)
    expect(planOf(playbook)).toBe(plan)
    const spec = builtInActions.get('http.request')
    if (spec === undefined) throw new Error('no spec')
    const slower = new Map(builtInActions).set('http.request', { ...spec, timeoutMs: 77_000 })
    expect(planOf(playbook, slower).main.steps[0]?.timeoutMs).toBe(77_000)
    expect(planOf(playbook).main.steps[0]?.timeoutMs).not.toBe(77_000)
  })

  it('says what is wrong with a playbook that no one checked', () => {
    const checked = aPlaybook([effect('x'), effect('y', 'x')])
    const [first, second] = checked.steps
    if (first === undefined || second === undefined) throw new Error('no steps')
    const lost = { ...checked, steps: [{ ...second, after: 'ghost' }] }
    expect(() => planOf(lost)).toThrow('The step y follows ghost, which does not exist')
    const unknown = { ...checked, steps: [{ ...first, action: 'no.action' }] }
    expect(() => planOf(unknown)).toThrow('The step x uses the unknown action no.action')
  })

  it('gives questions the time for the answer, and effects that of doing them', () => {
    const { steps } = planOf(
      aPlaybook([ask('q', [], { timeout: '2h' }), effect('x', [], { timeout: '5s' })]),
    ).main
    expect(steps.map(({ answerMs }) => answerMs)).toEqual([7_200_000, 5_000])
    expect(steps.map(({ timeoutMs }) => timeoutMs)).toEqual([60_000, 5_000])
  })

  it('knows the steps that nothing follows', () => {
    const { last } = planOf(aPlaybook([pure('a'), pure('b', 'a'), pure('c', 'a'), pure('d', 'c')])).main
    expect(last.map(({ name }) => name)).toEqual(['b', 'd'])
  })
})
