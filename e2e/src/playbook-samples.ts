import type { Page } from 'playwright-core'

/** A playbook with blocks, branches, joins, notes and faults. */
export const SHOWN = {
  playbook: 'alert-intake-wide',
  title: 'Security alert intake',
  triggers: [{ key: 'hook', title: 'GitHub security alert', kind: 'webhook', with: { auth: 'none' } }],
  steps: [
    { key: 'normalize', title: 'Normalize advisory', action: 'data.transform', with: { value: 1 } },
    {
      key: 'each',
      title: 'For each observable',
      action: 'flow.forEach',
      with: { items: '{% steps.normalize.output %}', concurrency: 5 },
      after: 'normalize',
      steps: [
        {
          key: 'look',
          title: 'Look up reputation',
          action: 'http.request',
          with: { url: 'https://a.test' },
          retry: { attempts: 3 },
        },
        { key: 'keep', title: 'Save verdict', action: 'record.update', with: {}, after: 'look' },
      ],
    },
    {
      key: 'route',
      title: 'Route by severity',
      action: 'flow.switch',
      with: {
        cases: [
          { name: 'high', when: '{% true %}' },
          { name: 'fatal', when: '{% false %}' },
        ],
      },
      after: 'each',
    },
    {
      key: 'inform',
      title: 'File as informational',
      action: 'record.upsert',
      after: [{ step: 'route', case: 'else' }],
    },
    { key: 'save', title: 'Save alert', action: 'record.upsert', after: [{ step: 'route', case: 'high' }] },
    { key: 'open', title: 'Open case', action: 'record.create', after: [{ step: 'route', case: 'fatal' }] },
    { key: 'approve', title: 'Approve isolation', action: 'human.approve', after: 'open' },
    {
      key: 'isolate',
      title: 'Isolate host',
      action: 'crowdstrike.contain',
      after: 'approve',
      retry: { attempts: 2 },
    },
    {
      key: 'ask',
      title: 'Ask endpoint team',
      action: 'human.form',
      after: [{ step: 'isolate', on: 'failure' }],
    },
    {
      key: 'clock',
      title: 'Start contain clock',
      action: 'clock.start',
      after: ['save', 'isolate', 'ask'],
      join: 'any',
    },
    { key: 'notify', title: 'Notify on-call', action: 'notify', after: ['inform', 'clock'], join: 'any' },
  ],
  canvas: { notes: [{ text: '**Mind** the on-call list', x: 40, y: 140, width: 200, height: 80 }] },
}

/** The intake of the main job as text. */
export const INTAKE = `
title: Intake by mouse
triggers:
  - key: hook
    kind: webhook
    title: Webhook
    with: { auth: none }
steps:
  - key: normalize
    title: Normalize
    action: data.transform
    with:
      value: { reference: '{% trigger.body.id %}', title: '{% trigger.body.title %}' }
  - key: save
    title: Save alert
    action: record.upsert
    after: normalize
    with:
      app: alert
      match: { source_ref: '{% steps.normalize.output.reference %}' }
      set: { title: '{% steps.normalize.output.title %}', severity: high }
  - key: notify
    title: Notify on-call
    action: mail.send
    after: save
    with: { to: [on-call@example.test], subject: 'Alert {% steps.normalize.output.title %}', text: Look }
`

/** Three hundred steps below each other, each after the one at half its number. */
export function largePlaybook() {
  const before = (at: number) => `s${Math.floor((at - 1) / 2)}`
  const steps = Array.from({ length: 300 }, (_, at) => ({
    key: `s${at}`,
    title: `Step ${at}`,
    action: 'data.transform',
    with: { value: at === 0 ? 0 : `{% steps.${before(at)}.output + 1 %}` },
    ...(at === 0 ? {} : { after: before(at) }),
  }))
  return { playbook: 'large', title: 'Large', triggers: SHOWN.triggers, steps }
}

/** Times between frames, in ms and sorted, while something is done in the page. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const run = { times: [] as number[] }
    Object.assign(window, { frameRun: run })
    let last = performance.now()
    const next = () => {
      const now = performance.now()
      run.times.push(now - last)
      last = now
      if (Reflect.get(window, 'frameRun') === run) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  await act()
  return page.evaluate(() => {
    // Put there above.
    const run = Reflect.get(window, 'frameRun') as { times: number[] }
    Object.assign(window, { frameRun: null })
    return run.times.toSorted((a, b) => a - b)
  })
}

/** The times in words. */
export function wordsOf(what: string, frames: readonly number[]): string {
  const at = (part: number) => (frames[Math.floor((frames.length - 1) * part)] ?? 0).toFixed(0)
  return `frame while ${what}, median ${at(0.5)} ms, 95 of 100 under ${at(0.95)} ms, slowest ${at(1)} ms`
}
