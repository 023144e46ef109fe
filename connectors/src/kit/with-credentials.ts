import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Credentials, secretForms } from './credentials.ts'
import { hideInText, hideTexts } from './masking.ts'
import type { HttpTransport } from './transport.ts'

/** A transport that proves who it is to the asset's own origin, and speaks to no other. */
export function withCredentials(http: HttpTransport, credentials: Credentials): HttpTransport {
  const home = URL.parse(credentials.base)?.origin
  return {
    async request(request) {
      const url = URL.parse(request.url)
      if (url === null || home === undefined || url.origin !== home) {
        const message = `The asset is for ${home ?? 'an invalid URL'}; its credentials are only sent there`
        return { ok: false, error: { code: 'asset.other_origin', message, retryable: false } }
      }
      for (const [name, value] of Object.entries(credentials.query)) url.searchParams.set(name, value)
      const own = new Set(Object.keys(credentials.headers).map((name) => name.toLowerCase()))
      const given = Object.entries(request.headers ?? {}).filter(([name]) => !own.has(name.toLowerCase()))
      const headers = { ...Object.fromEntries(given), ...credentials.headers }
      return http.request({ ...request, url: url.href, headers })
    },
  }
}

type Outcome<E> = { ok: true; output: JsonValue } | { ok: false; error: E }

/** The result without any of the asset's secrets. */
export function withoutSecrets<E extends { message: string; detail?: JsonValue }>(
  result: Outcome<E>,
  credentials: Credentials,
): Outcome<E> {
  const secrets = secretForms(credentials.secrets)
  if (result.ok) return { ok: true, output: hideTexts(result.output, secrets) }
  const { message, detail } = result.error
  return {
    ok: false,
    error: {
      ...result.error,
      message: hideInText(message, secrets),
      ...(detail === undefined ? {} : { detail: hideTexts(detail, secrets) }),
    },
  }
}
