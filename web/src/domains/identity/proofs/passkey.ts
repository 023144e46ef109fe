import { type JsonObject, JsonObject as JsonObjectSchema } from '@caseloom/contract/kernel/json'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

export class PasskeyGivenUp extends Error {}

/** True when this browser can answer with a passkey. */
export function canUsePasskeys(): boolean {
  return typeof window !== 'undefined' && window.PublicKeyCredential !== undefined
}

/** The library is loaded on first use. */
export async function answerPasskey(options: JsonObject): Promise<JsonObject> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // The options come from the server's library; the contract passes WebAuthn's own JSON through.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return JsonObjectSchema.parse(plain(await givenUp(startAuthentication({ optionsJSON }))))
}

export async function makePasskey(options: JsonObject): Promise<JsonObject> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  // As above.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return JsonObjectSchema.parse(plain(await givenUp(startRegistration({ optionsJSON }))))
}

/** Absent members are `undefined` in the library's answers, which JSON doesn't allow. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

async function givenUp<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError') throw new PasskeyGivenUp('known')
    if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyGivenUp(name)
    throw error
  }
}
