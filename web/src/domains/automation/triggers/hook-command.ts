import type { TriggerView } from '@caseloom/contract/automation/automation'

/** Placeholder: commands get shared, secrets must not. */
const SECRET = 'YOUR-SECRET'
const BODY = '{"hello": "world"}'

export function hookCommand(hook: Pick<TriggerView, 'address' | 'auth'>, header: string | undefined): string {
  const curl = `curl -X POST '${hook.address}' -H 'Content-Type: application/json'`
  switch (hook.auth) {
    case 'none':
      return `${curl} -d '${BODY}'`
    case 'basic':
      return `${curl} -u '${SECRET}' -d '${BODY}'`
    case 'secret':
      return `${curl} -H '${header ?? 'X-Webhook-Secret'}: ${SECRET}' -d '${BODY}'`
    case 'hmac-sha256':
      return [
        `body='${BODY}'`,
        `signature=$(printf %s "$body" | openssl dgst -sha256 -hmac '${SECRET}' | sed 's/.* //')`,
        `${curl} -H "${header ?? 'X-Hub-Signature-256'}: sha256=$signature" -d "$body"`,
      ].join('\n')
    default:
      return hook.auth satisfies never
  }
}
