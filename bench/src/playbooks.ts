import type { JsonObject } from '@caseloom/contract/kernel/json'

const trigger = (answer: 'accepted' | 'result') => [
  { key: 'hook', kind: 'webhook', with: { auth: 'none', answer } },
]

/** W1: forty light steps, each adds one; with `stub` an HTTP call follows as the one effect. */
export function fortySteps(stub: string | null): JsonObject {
  const steps: JsonObject[] = [
    { key: 's0', action: 'data.transform', with: { value: { n: '{% trigger.body.n %}' } } },
  ]
  for (let at = 1; at <= 40; at += 1) {
    const value = { n: `{% steps.s${at - 1}.output.n + 1 %}` }
    steps.push({ key: `s${at}`, action: 'data.transform', with: { value }, after: `s${at - 1}` })
  }
  if (stub !== null) {
    const body = { alert_key: '{% "W1-" & $string(trigger.body.i) %}' }
    steps.push({
      key: 'call',
      action: 'http.request',
      with: { method: 'POST', url: `${stub}/enrich?delay=0`, body },
      after: 's40',
    })
  }
  return {
    playbook: stub === null ? 'bench_w1' : 'bench_w1_effect',
    title: stub === null ? 'Forty steps' : 'Forty steps and a call',
    triggers: trigger('result'),
    steps,
    output: '{% {"n": steps.s40.output.n} %}',
  }
}

/**
 * W2: parse, switch, HTTP call, transform, record. With `ack`, the call takes 500 ms and a last call reports the end.
 */
export function enrichAlert(stub: string, ack: boolean): JsonObject {
  const field = (name: string) => `{% trigger.body.${name} %}`
  const steps: JsonObject[] = [
    {
      key: 'parse',
      action: 'data.transform',
      with: {
        value: {
          alert_key: field('alert_key'),
          title: field('title'),
          sha256: field('sha256'),
          severity: '{% $lowercase(trigger.body.severity) %}',
          risk_score: field('risk_score'),
        },
      },
    },
    {
      key: 'route',
      action: 'flow.switch',
      after: 'parse',
      with: {
        cases: ['low', 'medium', 'high', 'critical'].map((name) => ({
          name,
          when: `{% steps.parse.output.severity = "${name}" %}`,
        })),
      },
    },
    {
      key: 'enrich',
      action: 'http.request',
      after: [{ step: 'route', case: ['low', 'medium', 'high', 'critical'] }],
      with: {
        method: 'POST',
        url: `${stub}/enrich${ack ? '?delay=500' : ''}`,
        body: { alert_key: '{% steps.parse.output.alert_key %}', sha256: '{% steps.parse.output.sha256 %}' },
      },
    },
    {
      key: 'verdict',
      action: 'data.transform',
      after: 'enrich',
      with: {
        value: {
          alert_key: '{% steps.parse.output.alert_key %}',
          severity: '{% steps.parse.output.severity %}',
          verdict: '{% steps.enrich.output.body.verdict %}',
          risk: '{% steps.parse.output.risk_score + steps.enrich.output.body.score %}',
        },
      },
    },
    {
      key: 'save',
      action: 'record.upsert',
      after: 'verdict',
      with: {
        app: 'alert',
        match: { source_ref: '{% steps.parse.output.alert_key %}' },
        set: { title: '{% steps.parse.output.title %}', severity: '{% steps.parse.output.severity %}' },
      },
    },
  ]
  if (ack) {
    const body = { alert_key: '{% steps.parse.output.alert_key %}' }
    steps.push({
      key: 'done',
      action: 'http.request',
      after: 'save',
      with: { method: 'POST', url: `${stub}/done`, body },
    })
  }
  return {
    playbook: ack ? 'bench_w2_ack' : 'bench_w2',
    title: ack ? 'Enrich an alert, answered immediately' : 'Enrich an alert',
    triggers: trigger(ack ? 'accepted' : 'result'),
    steps,
    output: '{% steps.verdict.output %}',
  }
}

/** W4: a list through five steps: split, three assignments, take one. */
export function manyItems(): JsonObject {
  const assign = (key: string, from: string, value: string): JsonObject => ({
    key,
    action: 'data.transform',
    after: from,
    with: { value: `{% steps.${from}.output.$merge([$, {"${key}": ${value}}]) %}` },
  })
  return {
    playbook: 'bench_w4',
    title: 'Many items',
    triggers: trigger('result'),
    steps: [
      { key: 'split', action: 'data.transform', with: { value: '{% trigger.body.items %}' } },
      assign('s1', 'split', '$uppercase(title)'),
      assign('s2', 's1', 'risk_score * 2'),
      assign('s3', 's2', 's2 + 1'),
      { key: 'take', action: 'data.transform', after: 's3', with: { value: '{% steps.s3.output[0] %}' } },
    ],
    output: '{% steps.take.output %}',
  }
}

/** One call of the stub, whose answer is the run's. */
export function callOnce(key: string, url: string, answer: 'accepted' | 'result'): JsonObject {
  const body = { alert_key: '{% trigger.body.alert_key %}' }
  return {
    playbook: key,
    title: 'One call',
    triggers: trigger(answer),
    steps: [{ key: 'call', action: 'http.request', with: { method: 'POST', url, body }, timeout: '2m' }],
    output: '{% steps.call.output.body %}',
  }
}

/** Sleeps until the instant named in the delivery, then calls the stub. */
export function sleepUntil(done: string): JsonObject {
  const body = { alert_key: '{% trigger.body.alert_key %}' }
  return {
    playbook: 'bench_sleepers',
    title: 'Sleeper',
    triggers: trigger('accepted'),
    steps: [
      { key: 'sleep', action: 'flow.wait', with: { until: '{% trigger.body.until %}' } },
      {
        key: 'done',
        action: 'http.request',
        after: 'sleep',
        with: { method: 'POST', url: done, body },
      },
    ],
  }
}

/** Takes what GitHub would sign, and does nothing with it. */
export function signedIntake(key: string): JsonObject {
  return {
    playbook: key,
    title: 'Signed intake',
    triggers: [{ key: 'in', kind: 'webhook', with: { auth: 'hmac-sha256' } }],
    steps: [{ key: 'take', action: 'data.transform', with: { value: '{% trigger.body.alert_key %}' } }],
  }
}
