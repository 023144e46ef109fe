import type { JsonObject } from '@caseloom/contract/kernel/json'

const SEVERITIES = '["informational", "low", "medium", "high", "critical", "fatal"]'

/** Beginnings of a playbook, without key and title. */
export const TEMPLATES: Record<'blank' | 'intake' | 'poll' | 'approval', JsonObject> = {
  blank: { triggers: [], steps: [] },
  intake: {
    triggers: [
      { key: 'hook', kind: 'webhook', title: 'Delivery', with: { auth: 'hmac-sha256', answer: 'accepted' } },
    ],
    steps: [
      {
        key: 'normalize',
        title: 'Normalize',
        action: 'data.transform',
        with: {
          value: {
            // A sender that names its parts otherwise still gets an alert, to be mapped afterwards.
            reference: '{% $exists(trigger.body.id) ? $string(trigger.body.id) : run.id %}',
            title:
              '{% $exists(trigger.body.title) ? $string(trigger.body.title) : "Alert without a title" %}',
            severity: `{% $lowercase($string(trigger.body.severity)) in ${SEVERITIES} ? $lowercase(trigger.body.severity) : "medium" %}`,
          },
        },
      },
      {
        key: 'save',
        title: 'Save alert',
        action: 'record.upsert',
        with: {
          app: 'alert',
          match: { source_ref: '{% steps.normalize.output.reference %}' },
          set: {
            title: '{% steps.normalize.output.title %}',
            severity: '{% steps.normalize.output.severity %}',
            raw: '{% trigger.body %}',
          },
        },
        after: 'normalize',
        retry: { attempts: 5, backoff: 'exponential', from: '1s', to: '1m' },
      },
      {
        key: 'notify',
        title: 'Notify on-call',
        action: 'mail.send',
        with: {
          to: ['on-call@example.com'],
          subject: 'New alert: {% steps.normalize.output.title %}',
          text: 'Severity: {% steps.normalize.output.severity %}',
        },
        after: 'save',
      },
    ],
  },
  poll: {
    triggers: [
      { key: 'hourly', kind: 'schedule', title: 'Every hour', with: { cron: '0 * * * *', timeZone: 'UTC' } },
    ],
    steps: [
      {
        key: 'ask',
        title: 'Get new alerts',
        action: 'http.request',
        with: { method: 'GET', url: 'https://api.example.com/alerts' },
        retry: { attempts: 3, backoff: 'exponential', from: '1s', to: '30s' },
      },
      {
        key: 'each',
        title: 'For each alert',
        action: 'flow.forEach',
        with: { items: '{% steps.ask.output.body %}', concurrency: 5 },
        after: 'ask',
        steps: [
          {
            key: 'save',
            title: 'Save alert',
            action: 'record.upsert',
            with: {
              app: 'alert',
              match: { source_ref: '{% item.id %}' },
              set: { title: '{% item.title %}', severity: 'medium' },
            },
          },
        ],
      },
    ],
  },
  approval: {
    triggers: [
      {
        key: 'button',
        kind: 'button',
        title: 'Request isolation',
        with: {
          app: 'alert',
          label: 'Request isolation',
          confirm: 'Request approval from the administrators now?',
        },
      },
    ],
    steps: [
      {
        key: 'approve',
        title: 'Approve isolation',
        action: 'human.approve',
        with: {
          title: 'Isolate the host of {% trigger.record.fields.title %}?',
          record: { app: 'alert', id: '{% trigger.record.id %}' },
          to: { roles: ['Tenant administrator'] },
          expires: '4h',
          onExpiry: 'reject',
        },
      },
      {
        key: 'decide',
        title: 'Decision',
        action: 'flow.switch',
        with: { cases: [{ name: 'approved', when: '{% steps.approve.output.approved %}' }] },
        after: 'approve',
      },
      {
        key: 'isolate',
        title: 'Record the approval',
        action: 'record.comment',
        with: {
          app: 'alert',
          id: '{% trigger.record.id %}',
          text: 'Isolation is approved. Replace this step with the action of your EDR connector.',
        },
        after: [{ step: 'decide', case: 'approved' }],
      },
      {
        key: 'note',
        title: 'Isolation rejected',
        action: 'data.template',
        with: { text: 'Isolation wasn’t approved' },
        after: [{ step: 'decide', case: 'else' }],
      },
    ],
  },
}
