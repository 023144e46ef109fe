import { z } from 'zod'

/**
 * The closed list of error codes. Cause decides who acts: `user` mends the request,
 * `outside` means wait and retry, `bug` is ours. Titles are English defaults for the message key `error.<code>`.
 */
export const ERRORS = {
  'request.invalid': { status: 400, cause: 'user', title: 'Some of the input is not valid' },
  'request.malformed': { status: 400, cause: 'user', title: 'The request body could not be read' },
  'request.unsupported_media_type': {
    status: 415,
    cause: 'user',
    title: 'This content type is not accepted here',
  },
  'request.too_large': { status: 413, cause: 'user', title: 'The request body is too large' },
  'quota.reached': { status: 429, cause: 'user', title: 'This tenant has used up a quota' },
  'request.too_slow': { status: 408, cause: 'user', title: 'The request body arrived too slowly' },
  'request.origin_refused': { status: 403, cause: 'user', title: 'The request came from another site' },
  'request.too_many': { status: 429, cause: 'user', title: 'Too many requests' },
  'session.none': { status: 401, cause: 'user', title: 'Log in to go on' },
  'session.bad_credentials': { status: 401, cause: 'user', title: 'E-mail or password is wrong' },
  'session.second_factor': { status: 401, cause: 'user', title: 'A second factor is needed' },
  'session.challenge_over': { status: 401, cause: 'user', title: 'This took too long; start again' },
  'session.proof_needed': { status: 403, cause: 'user', title: 'Confirm with your current password' },
  'session.mfa_needed': { status: 403, cause: 'user', title: 'Set up a second factor first' },
  'session.account_only': {
    status: 403,
    cause: 'user',
    title: 'You signed in through one account, so you can’t change what belongs to all your accounts',
  },
  'session.link_needed': {
    status: 409,
    cause: 'user',
    title: 'This address is known here; prove once that it is yours',
  },
  'password.token_used': { status: 410, cause: 'user', title: 'This link was used already' },
  'password.token_expired': { status: 410, cause: 'user', title: 'This link has expired' },
  'password.token_unknown': { status: 410, cause: 'user', title: 'This link is not valid' },
  'user.exists': { status: 409, cause: 'user', title: 'This person is a user of the account already' },
  'user.last_admin': { status: 422, cause: 'user', title: 'The account needs an active administrator' },
  'user.not_invited': { status: 422, cause: 'user', title: 'This user has no open invitation' },
  'user.not_service': { status: 422, cause: 'user', title: 'This is not a service account' },
  'user.elsewhere_too': {
    status: 422,
    cause: 'user',
    title: 'This person belongs to other accounts too; a super administrator can do it',
  },
  'name.taken': { status: 409, cause: 'user', title: 'This name is in use' },
  'role.built_in': { status: 422, cause: 'user', title: 'Built-in roles cannot be changed' },
  'role.held': { status: 409, cause: 'user', title: 'Somebody holds this role' },
  'signin.would_lock_out': { status: 422, cause: 'user', title: 'Nobody could sign in with these settings' },
  'signin.domain_taken': { status: 409, cause: 'user', title: 'Another account uses this mail domain' },
  'signin.provider_unreachable': {
    status: 502,
    cause: 'outside',
    title: 'The sign-in provider does not answer',
  },
  'signin.refused': { status: 403, cause: 'user', title: 'The sign-in was refused' },
  'account.name_differs': { status: 422, cause: 'user', title: 'Type the name of the account to confirm' },
  'account.needed': {
    status: 422,
    cause: 'user',
    title: 'You need an active account yourself, or nobody could undo this',
  },
  'tenant.name_differs': { status: 422, cause: 'user', title: 'Type the name of the tenant to confirm' },
  'tenant.last_one': { status: 422, cause: 'user', title: 'Without MultiTenant an account has one tenant' },
  'right.missing': { status: 403, cause: 'user', title: 'You do not have the right to do this' },
  'license.invalid': {
    status: 403,
    cause: 'user',
    title: 'Invalid license! Contact your administrator to restore access.',
  },
  'resource.not_found': { status: 404, cause: 'user', title: 'Not found' },
  'resource.version_conflict': { status: 409, cause: 'user', title: 'Somebody else changed this meanwhile' },
  'field.unknown': { status: 400, cause: 'user', title: 'There is no such field' },
  'record.duplicate_value': { status: 409, cause: 'user', title: 'This value is already in use' },
  'record.locked': { status: 423, cause: 'user', title: 'Somebody locked this record' },
  'record.would_lose_sight': {
    status: 422,
    cause: 'user',
    title: 'You would not see this record any more',
  },
  'file.storage_full': { status: 507, cause: 'outside', title: 'There is no room left to keep this' },
  'job.over': { status: 409, cause: 'user', title: 'This job has ended already' },
  'job.not_undoable': { status: 409, cause: 'user', title: 'This job cannot be undone any more' },
  'import.unreadable': { status: 422, cause: 'user', title: 'This file cannot be read' },
  'request.key_reused': {
    status: 422,
    cause: 'user',
    title: 'This idempotency key was used for another request',
  },
  'feed.cursor_expired': {
    status: 410,
    cause: 'user',
    title: 'Changes since then are not kept any more; read everything again',
  },
  'app.key_taken': { status: 409, cause: 'user', title: 'This key or acronym is already in use' },
  'app.change_refused': { status: 422, cause: 'user', title: 'The app cannot be changed this way' },
  'playbook.invalid': { status: 422, cause: 'user', title: 'The playbook has problems' },
  'playbook.not_published': { status: 409, cause: 'user', title: 'The playbook has no published version' },
  'playbook.key_taken': { status: 409, cause: 'user', title: 'A playbook with this key exists' },
  'component.confirm_first': { status: 409, cause: 'user', title: 'Confirm what will happen first' },
  'inputs.invalid': { status: 422, cause: 'user', title: 'Some of the inputs are not valid' },
  'asset.key_taken': { status: 409, cause: 'user', title: 'An asset with this key exists' },
  'asset.invalid': { status: 422, cause: 'user', title: 'The asset has problems' },
  'asset.connect_failed': {
    status: 422,
    cause: 'outside',
    title: 'The provider did not connect the asset; start again',
  },
  'asset.in_use': { status: 409, cause: 'user', title: 'A published playbook uses this asset' },
  'connector.unreadable': {
    status: 422,
    cause: 'user',
    title: 'This document cannot be made into a connector',
  },
  'connector.in_use': { status: 409, cause: 'user', title: 'A published playbook uses this connector' },
  'approval.over': { status: 409, cause: 'user', title: 'This question is answered or closed already' },
  'approval.not_asked': { status: 403, cause: 'user', title: 'You are not asked here' },
  'form.over': { status: 410, cause: 'user', title: 'This form was answered or is closed' },
  'assistant.busy': { status: 409, cause: 'user', title: 'An answer is still under way' },
  'assistant.limit': {
    status: 429,
    cause: 'user',
    title: 'The limit for questions is reached; try again later',
  },
  'assistant.component_over': {
    status: 409,
    cause: 'user',
    title: 'This component was run or turned down already',
  },
  'assistant.feedback_given': { status: 409, cause: 'user', title: 'This answer has a thumb already' },
  'mcp.no_stream': { status: 405, cause: 'user', title: 'This server pushes nothing; ask it by POST' },
  'trigger.off': { status: 409, cause: 'user', title: 'This trigger is switched off' },
  'run.over': { status: 409, cause: 'user', title: 'This run has ended already' },
  'run.not_over': { status: 409, cause: 'user', title: 'This run has not ended yet' },
  'hook.bad_signature': {
    status: 401,
    cause: 'user',
    title: 'The signature or credentials of the delivery are wrong',
  },
  'hook.bad_payload': { status: 400, cause: 'user', title: 'The payload of the delivery could not be read' },
  'install.already_done': { status: 409, cause: 'user', title: 'This installation is already set up' },
  'install.code_wrong': {
    status: 403,
    cause: 'user',
    title: 'The one-time code does not match the one on the terminal',
  },
  'dependency.unavailable': {
    status: 503,
    cause: 'outside',
    title: 'A part of the product is not available just now',
  },
  'internal.error': { status: 500, cause: 'bug', title: 'Something went wrong on our side' },
} as const satisfies Record<string, { status: number; cause: 'user' | 'outside' | 'bug'; title: string }>

export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]] // Object.keys loses the literal keys

/** One fault of an input: where it is, what kind, and the bounds that were missed. */
export const Issue = z.looseObject({
  path: z.array(z.union([z.string(), z.number()])),
  code: z.string(),
  message: z.string(),
})
export type Issue = z.infer<typeof Issue>

/** RFC 9457 problem details as every error of the product answers. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(ERROR_CODES),
  detail: z.string().optional(),
  issues: z.array(Issue).optional(),
  requestId: z.string(),
})
export type Problem = z.infer<typeof Problem>
