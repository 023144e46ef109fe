import type { Hit, StubAnswer } from '@caseloom/testkit/connectors-fixture'

export const API_KEY = 'vt-Velvet-Harbour-0193'

/** The asset by which domains are looked up, at a stand-in of VirusTotal. */
export const virusTotal = (url: string) => ({
  key: 'virustotal',
  name: 'VirusTotal',
  connector: 'virustotal',
  auth: 'apiKey',
  settings: { baseUrl: `${url}/api/v3` },
  secrets: { key: API_KEY },
})

/** What VirusTotal answers: one domain is bad, one is fine, of all others it has never heard. */
export function virusTotalAnswers({ url, headers }: Hit): StubAnswer {
  if (headers['x-apikey'] !== API_KEY)
    return { status: 401, body: { error: { code: 'WrongCredentialsError', message: 'Wrong API key' } } }
  const id = decodeURIComponent(url.split('/').at(-1) ?? '')
  const malicious = { 'bank-login.example.net': 14, 'bank.example.com': 0 }[id]
  if (malicious === undefined)
    return { status: 404, body: { error: { code: 'NotFoundError', message: `Domain "${id}" not found` } } }
  const stats = { malicious, suspicious: 1, harmless: 60 - malicious, undetected: 30 }
  const attributes = {
    last_analysis_stats: stats,
    reputation: -3,
    last_analysis_date: 1_763_000_000,
    tags: [],
  }
  return { body: { data: { id, type: 'domain', attributes } } }
}

/** A suspicious mail as a user forwards it to the security team. */
export const PHISHING = [
  'From: Ana Ruiz <ana@example.test>',
  'Subject: Fwd: Your account is locked',
  'Message-ID: <phish-1@example.test>',
  'Date: Sun, 22 Nov 2026 08:00:00 +0000',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Is this real?',
  '',
  '> Your account is locked. Log in at hxxps://bank-login[.]example[.]net/verify?u=ana within 24 hours.',
  '> You can also write to help@bank.example.com or see bank.example.com.',
]

/** Domains mentioned in the mail, and those of its links. */
const DOMAINS = String.raw`{% $distinct($append(
  steps.found.output[kind = "domain"].value,
  steps.found.output[kind = "url"].($match(value, /^https?:\/\/([^\/:?#]+)/).groups[0])
)) %}`

/** Extracts observables from a reported mail, gets verdicts, creates an alert, and replies to the person who reported it. */
export const PHISHING_PLAYBOOK = {
  playbook: 'reported-mail',
  title: 'Look into reported mails',
  triggers: [{ key: 'box', kind: 'mail', with: { via: 'smtp' } }],
  steps: [
    { key: 'found', action: 'observable.extract', with: { text: '{% trigger.mail.text %}' } },
    {
      key: 'verdicts',
      action: 'flow.forEach',
      after: 'found',
      with: { items: DOMAINS, concurrency: 5 },
      steps: [
        {
          key: 'look',
          action: 'virustotal.domainReport',
          asset: 'virustotal',
          with: { domain: '{% item %}' },
          retry: { attempts: 3 },
        },
        {
          key: 'said',
          action: 'data.transform',
          after: 'look',
          with: {
            value: {
              domain: '{% item %}',
              verdict: '{% steps.look.output.verdict %}',
              summary: '{% steps.look.output.summary %}',
            },
          },
        },
      ],
    },
    {
      key: 'worst',
      action: 'data.transform',
      after: 'verdicts',
      with: { value: { isBad: '{% "malicious" in steps.verdicts.output.verdict %}' } },
    },
    {
      key: 'keep',
      action: 'record.upsert',
      after: 'worst',
      with: {
        app: 'alert',
        match: { source_ref: '{% trigger.mail.messageId %}' },
        set: {
          title: 'Reported mail: {% trigger.mail.subject %}',
          source: 'Mail',
          severity: '{% steps.worst.output.isBad ? "high" : "low" %}',
          observables: '{% steps.found.output %}',
          raw: '{% {"from": trigger.mail.from, "verdicts": steps.verdicts.output} %}',
        },
      },
    },
    {
      key: 'reply',
      action: 'mail.send',
      after: 'keep',
      with: {
        to: ['{% trigger.mail.from.address %}'],
        subject: 'Re: {% trigger.mail.subject %}',
        text: [
          'Thank you for the report, {% trigger.mail.from.name %}. It is {% steps.keep.output.trackingId %}.',
          '{% steps.worst.output.isBad ? "Do not follow its links: it is dangerous." : "We found nothing bad in it." %}',
          '{% $join(steps.verdicts.output.(domain & ": " & verdict), "\\n") %}',
        ].join('\n\n'),
      },
    },
  ],
}
