import type { Area } from './types.ts'

const PASSWORD = 'kettle orbit mango 7'
/** IDs of things that no one owns: the tests of identity cover these routes with real ones. */
const NOBODYS = '0196c3a0-0000-7000-8000-00000000dead'
const OVER = { challenge: 'never-asked' }

/** Second factors, passkeys, one's own profile and sessions. */
export const signIn: Area = {
  good: {
    secondFactor: () => ({ body: { ...OVER, answer: { method: 'totp', code: '123456' } } }),
    unlockSignIn: () => ({ body: { token: 'never-mailed' } }),
    passkeyLoginOptions: () => ({ body: {} }),
    passkeyLogin: () => ({ body: { ...OVER, response: { id: 'x' } } }),
    updateMe: () => ({ body: { timeZone: 'Europe/Berlin', locale: 'en', theme: 'dark' } }),
    changePassword: () => ({ body: { currentPassword: PASSWORD, password: PASSWORD } }),
    beginTotp: () => ({ body: { currentPassword: PASSWORD } }),
    confirmTotp: () => ({ body: { code: '123456' } }),
    removeTotp: () => ({ body: {} }),
    renewRecoveryCodes: () => ({ body: {} }),
    beginPasskey: () => ({ body: {} }),
    addPasskey: () => ({ body: { ...OVER, name: 'Key', response: { id: 'x' } } }),
    renamePasskey: () => ({ body: { name: 'Key' } }),
    removePasskey: () => ({ body: {} }),
  },
  otherStatus: {
    // Nothing was asked that these could answer, and the residents have no second factor.
    secondFactor: [401],
    // Open routes are asked as strangers do, who have no session.
    sessionAlive: [401],
    unlockSignIn: [401],
    passkeyLogin: [401],
    addPasskey: [401],
    confirmTotp: [400],
    renewRecoveryCodes: [400],
    renamePasskey: [404],
    removePasskey: [404],
  },
  usedUp: ['endMySession'],
  async prepare({ web, resident, ask }) {
    const before = await ask(web, { method: 'GET', url: '/iam/me', cookie: resident.cookie })
    const { email } = before.json as { email: string } // its shape is checked by the route's own test
    await ask(web, { method: 'POST', url: '/iam/login', body: { email, password: PASSWORD } })
    const list = await ask(web, { method: 'GET', url: '/iam/me/sessions', cookie: resident.cookie })
    const { items } = list.json as { items: { id: string; current: boolean }[] } // as above
    return { sessionId: items.find((item) => !item.current)?.id ?? '', passkeyId: NOBODYS }
  },
}
