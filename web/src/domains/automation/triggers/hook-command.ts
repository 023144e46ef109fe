import type { TriggerView } from '@caseloom/contract/automation/automation'

/** Placeholder: commands get shared, secrets must not. */
const SECRET = 'YOUR-SECRET'
const BODY = '{"hello": "world"}'

/** How each sender signs, in the words of a shell: what it signs, with which key, and the headers that it sends. */
interface Signing {
  before: string
  base64: boolean
  keyIsBase64?: boolean
  headers: readonly string[]
}

const SIGNING: Partial<Record<TriggerView['auth'], Signing>> = {
  slack: {
    before: 'v0:$at:',
    base64: false,
    headers: ['X-Slack-Signature: v0=$signature', 'X-Slack-Request-Timestamp: $at'],
  },
  stripe: { before: '$at.', base64: false, headers: ['Stripe-Signature: t=$at,v1=$signature'] },
  pagerduty: { before: '', base64: false, headers: ['X-PagerDuty-Signature: v1=$signature'] },
  zendesk: {
    before: '$at',
    base64: true,
    headers: ['X-Zendesk-Webhook-Signature: $signature', 'X-Zendesk-Webhook-Signature-Timestamp: $at'],
  },
  teams: { before: '', base64: true, keyIsBase64: true, headers: ['Authorization: HMAC $signature'] },
  'standard-webhooks': {
    before: 'msg_test.$at.',
    base64: true,
    keyIsBase64: true,
    headers: ['webhook-id: msg_test', 'webhook-timestamp: $at', 'webhook-signature: v1,$signature'],
  },
}

/** A command for a shell that sends what the webhook accepts. */
export function hookCommand(hook: Pick<TriggerView, 'address' | 'auth'>, header: string | undefined): string {
  const curl = `curl -X POST '${hook.address}' -H 'Content-Type: application/json'`
  switch (hook.auth) {
    case 'none':
      return `${curl} -d '${BODY}'`
    case 'basic':
      return `${curl} -u '${SECRET}' -d '${BODY}'`
    case 'bearer':
      return `${curl} -H 'Authorization: Bearer ${SECRET}' -d '${BODY}'`
    case 'secret':
      return `${curl} -H '${header ?? 'X-Webhook-Secret'}: ${SECRET}' -d '${BODY}'`
    default: {
      const own = [`${header ?? 'X-Hub-Signature-256'}: sha256=$signature`]
      return signedCommand(curl, SIGNING[hook.auth] ?? { before: '', base64: false, headers: own })
    }
  }
}

function signedCommand(curl: string, { before, base64, keyIsBase64, headers }: Signing): string {
  const key = keyIsBase64
    ? `-mac HMAC -macopt "hexkey:$(printf %s '${SECRET}' | sed 's/^whsec_//' | openssl base64 -d -A | od -An -tx1 | tr -d ' \\n')"`
    : `-hmac '${SECRET}'`
  const form = base64 ? '-binary | openssl base64 -A' : "| sed 's/.* //'"
  return [
    `body='${BODY}'`,
    ...(before.includes('$at') ? ['at=$(date +%s)'] : []),
    `signature=$(printf %s "${before}$body" | openssl dgst -sha256 ${key} ${form})`,
    `${curl}${headers.map((each) => ` -H "${each}"`).join('')} -d "$body"`,
  ].join('\n')
}
