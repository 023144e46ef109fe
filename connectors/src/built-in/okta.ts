import { manifest } from '../kit/manifest.ts'
import { input, items, LIMIT, MAYBE, part, TEXT, text } from './schema.ts'

const errors = { message: ['errorCauses.0.errorSummary', 'errorSummary'] }
const user = text('User', 'User ID or login, such as ana@example.org')
const account = part({
  id: TEXT,
  status: TEXT,
  lastLogin: MAYBE,
  profile: part({ login: TEXT, email: TEXT, firstName: MAYBE, lastName: MAYBE, department: MAYBE }),
})
const NOTHING = { type: ['object', 'null', 'string'] }

/** Lifecycle operations; Okta answers with an empty object. */
function lifecycle(verb: string, title: string, description: string) {
  return {
    name: `okta.${verb}User`,
    title,
    description,
    input: input({ user }, ['user']),
    request: { method: 'POST' as const, path: `/users/{user}/lifecycle/${verb}` },
    response: { output: NOTHING, errors },
    idempotent: true,
  }
}

/** Okta, core interface. */
export const okta = manifest({
  key: 'okta',
  title: 'Okta',
  description:
    'Looks up users, ends their sessions, suspends them, resets factors, and reads the system log.',
  vendor: 'Okta',
  categories: ['identity'],
  icon: 'user-shield',
  version: '1.0.0',
  docs: 'https://developer.okta.com/docs/reference/core-okta-api/',
  settings: input(
    { domain: text('Domain', 'For example example.okta.com', { pattern: '^[A-Za-z0-9.-]+$' }) },
    ['domain'],
  ),
  base: 'https://{settings.domain}/api/v1',
  auth: [
    {
      kind: 'apiKey',
      in: 'header',
      name: 'Authorization',
      prefix: 'SSWS',
      hint: 'API token of an administrator',
    },
  ],
  test: { method: 'GET', path: '/users/me' },
  actions: [
    {
      name: 'okta.getUser',
      title: 'Get a user',
      input: input({ user }, ['user']),
      request: { method: 'GET', path: '/users/{user}' },
      response: { output: account, errors },
    },
    {
      name: 'okta.searchUsers',
      title: 'Search users',
      input: input(
        {
          search: text('Condition', 'For example profile.department eq "Sales" and status eq "ACTIVE"'),
          limit: LIMIT,
        },
        ['search'],
      ),
      request: { method: 'GET', path: '/users', query: { search: '{search}', limit: '200' } },
      response: { paging: { kind: 'link', items: '', limit: 'limit' }, output: items(account), errors },
    },
    lifecycle(
      'suspend',
      'Suspend a user',
      'The user can’t sign in until unsuspended. Groups and apps are unchanged.',
    ),
    lifecycle('unsuspend', 'Unsuspend a user', 'The user can sign in again.'),
    lifecycle('unlock', 'Unlock a user', 'Removes a lock caused by too many incorrect passwords.'),
    {
      name: 'okta.endSessions',
      title: 'End all sessions of a user',
      description: 'Signs the user out everywhere and revokes app tokens.',
      input: input({ user }, ['user']),
      request: { method: 'DELETE', path: '/users/{user}/sessions', query: { oauthTokens: 'true' } },
      response: { output: NOTHING, errors },
    },
    {
      name: 'okta.expirePassword',
      title: 'Expire a password',
      description: 'The user must set a new password at the next sign-in.',
      input: input({ user }, ['user']),
      request: { method: 'POST', path: '/users/{user}/lifecycle/expire_password' },
      response: { output: account, errors },
      idempotent: true,
    },
    {
      name: 'okta.resetFactors',
      title: 'Reset all factors of a user',
      description: 'The user must enroll second factors again.',
      input: input({ user }, ['user']),
      request: { method: 'POST', path: '/users/{user}/lifecycle/reset_factors' },
      response: { output: NOTHING, errors },
      idempotent: true,
    },
    {
      name: 'okta.listGroups',
      title: 'List the groups of a user',
      input: input({ user }, ['user']),
      request: { method: 'GET', path: '/users/{user}/groups' },
      response: { output: items(part({ id: TEXT, profile: part({ name: TEXT }) })), errors },
    },
    {
      name: 'okta.addToGroup',
      title: 'Add a user to a group',
      input: input({ group: text('Group', 'ID'), user: text('User', 'ID') }, ['group', 'user']),
      request: { method: 'PUT', path: '/groups/{group}/users/{user}' },
      response: { output: NOTHING, errors },
    },
    {
      name: 'okta.removeFromGroup',
      title: 'Remove a user from a group',
      input: input({ group: text('Group', 'ID'), user: text('User', 'ID') }, ['group', 'user']),
      request: { method: 'DELETE', path: '/groups/{group}/users/{user}' },
      response: { output: NOTHING, errors },
    },
    {
      name: 'okta.systemLog',
      title: 'Read the system log',
      input: input({
        filter: text('Condition', 'For example eventType eq "user.session.start" and actor.id eq "00u…"'),
        since: text('Since', undefined, { format: 'date-time' }),
        until: text('Until', undefined, { format: 'date-time' }),
        limit: LIMIT,
      }),
      request: {
        method: 'GET',
        path: '/logs',
        query: { filter: '{filter}', since: '{since}', until: '{until}', limit: '200' },
      },
      response: {
        paging: { kind: 'link', items: '', limit: 'limit' },
        output: items(
          part({ uuid: TEXT, published: TEXT, eventType: TEXT, displayMessage: MAYBE, severity: TEXT }),
        ),
        errors,
      },
    },
  ],
})
