import { ModelSettings } from '@caseloom/contract/assistant/assistant-models'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { SignInSettings } from '@caseloom/contract/identity/sso'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import type { Operator } from './operator.ts'

export interface AccountToPlantIn {
  address: string
  operator: Operator
  /** A service that echoes everything it receives: as a model, and as the token endpoint of a sign-in provider. */
  service: string
  secrets: { model: string; client: string }
  /** Keeps what the product answered. */
  heard(place: string, text: string): void
}

/**
 * Gives an account what has secrets beside assets: a language model, a sign-in provider, an API token and a webhook that
 * changed its secret; each is used. Answers the secrets that the product made itself.
 */
export async function plantInAccount(place: AccountToPlantIn): Promise<string[]> {
  await plantModel(place)
  await plantProvider(place)
  return [await plantToken(place), ...(await plantHookSecrets(place))]
}

async function send(
  { address, operator, heard }: AccountToPlantIn,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const reply = await fetch(`${address}${path}`, {
    method,
    headers: {
      cookie: `caseloom_session=${operator.session}`,
      origin: address,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  heard(`answer of ${method} ${path}`, text)
  return text === '' ? null : JSON.parse(text)
}

async function plantModel(place: AccountToPlantIn): Promise<void> {
  const path = `/tenant/account/${place.operator.accountId}/assistant/model`
  const { hasKey: _none, used: _used, ...before } = ModelSettings.parse(await send(place, 'GET', path))
  const draft = { ...before, provider: 'openaiCompatible', model: 'tiny', apiKey: place.secrets.model }
  for (const base of ['/v1', '/failed/v1'])
    await send(place, 'POST', `${path}/try`, { ...draft, baseUrl: `${place.service}${base}` })
  const saved = await send(place, 'PUT', path, { ...draft, baseUrl: `${place.service}/v1` })
  expect(ModelSettings.parse(saved)).toMatchObject({ hasKey: true })
}

/** The code exchange fails, and the provider's error quotes everything it received. */
async function plantProvider(place: AccountToPlantIn): Promise<void> {
  const { address, operator, service, secrets, heard } = place
  const path = `/iam/account/${operator.accountId}/sign-in`
  const { serviceProvider: _ours, ...before } = SignInSettings.parse(await send(place, 'GET', path))
  const oidc: JsonObject = {
    issuer: `${service}/oidc`,
    clientId: 'robot',
    clientSecret: secrets.client,
    scopes: 'openid email',
    nameClaim: '',
    createUsers: false,
    roleMappings: [],
  }
  const saved = await send(place, 'PUT', path, { ...before, oidcEnabled: true, oidc })
  expect(SignInSettings.parse(saved).oidc).toMatchObject({ hasSecret: true })
  const login = await fetch(`${address}/iam/oidc/${operator.accountId}/login`, { redirect: 'manual' })
  const there = new URL(login.headers.get('location') ?? '', address)
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const back = `${address}/iam/oidc/callback?code=once&state=${there.searchParams.get('state')}`
  const answer = await fetch(back, { headers: { cookie }, redirect: 'manual' })
  const page = new URL(answer.headers.get('location') ?? '', address)
  heard('answer of the sign-in provider', `${login.headers.get('location')} ${page}`)
  await send(place, 'POST', '/iam/login/sso', { code: page.searchParams.get('sso') ?? '' })
}

async function plantToken(place: AccountToPlantIn): Promise<string> {
  const { address, operator, heard } = place
  const path = `/iam/me/account/${operator.accountId}/tokens`
  const reply = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: {
      cookie: `caseloom_session=${operator.session}`,
      origin: address,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      name: 'Robot',
      scopes: ['run:read'],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      currentPassword: 'kettle orbit mango 7',
    }),
  })
  // This answer alone may hold it: it is shown once.
  const { token } = z.object({ token: z.string() }).parse(await reply.json())
  for (const route of ['runs?limit=5', 'assets', 'nowhere']) {
    const used = await fetch(`${address}/api/tenant/${operator.tenantId}/orchestration/api/${route}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    heard(`answer to a token of ${route}`, await used.text())
  }
  await send(place, 'GET', path)
  return token
}

/** The secret before and the one after, both of which let a sender in. */
async function plantHookSecrets(place: AccountToPlantIn): Promise<string[]> {
  const { operator, heard } = place
  const hook = await operator.publish({
    playbook: 'rotated',
    title: 'A webhook whose secret changed',
    triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'secret' } }],
    steps: [{ key: 'all', action: 'data.transform', with: { value: '{% trigger %}' } }],
  })
  const path = `/orchestration/api/triggers/${hook.triggerId}/secret`
  const fresh = z
    .object({ secret: z.string() })
    .parse(await operator.call('POST', path, { keepOldHours: 24 }))
  for (const secret of [hook.secret, fresh.secret]) {
    const reply = await fetch(hook.address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-secret': secret },
      body: '{}',
    })
    heard('answer of the webhook', await reply.text())
    expect(reply.status).toBe(202)
  }
  await vi.waitFor(async () => expect(await operator.runs(hook.playbookId)).toHaveLength(2), {
    timeout: 60_000,
    interval: 200,
  })
  for (const run of await operator.runs(hook.playbookId))
    heard(
      'answer of the run of a changed webhook',
      JSON.stringify(
        await operator.call('GET', `/orchestration/api/runs/${run.id}/value?path=&side=trigger`),
      ),
    )
  return [hook.secret, fresh.secret]
}
