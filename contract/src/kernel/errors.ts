import { z } from 'zod'

/**
 * The closed list of error codes. Cause decides who acts: `user` fixes the request,
 * `outside` means wait and retry, `bug` is ours. Titles are English defaults for the message key `error.<code>`.
 */
export const ERRORS = {
  'request.invalid': { status: 400, cause: 'user', title: 'Some of the input is invalid' },
  'request.malformed': { status: 400, cause: 'user', title: 'The request body couldn’t be read' },
  'request.unsupported_media_type': {
    status: 415,
    cause: 'user',
    title: 'This content type isn’t supported',
  },
  'request.too_large': { status: 413, cause: 'user', title: 'The request body is too large' },
  'quota.reached': { status: 429, cause: 'user', title: 'This tenant has reached a quota' },
  'request.too_slow': { status: 408, cause: 'user', title: 'The request body arrived too slowly' },
  'request.origin_refused': { status: 403, cause: 'user', title: 'Requests from other sites are blocked' },
  'request.too_many': { status: 429, cause: 'user', title: 'Too many requests' },
  'session.none': { status: 401, cause: 'user', title: 'Sign in to continue' },
  'session.bad_credentials': { status: 401, cause: 'user', title: 'Incorrect email or password' },
  'session.second_factor': { status: 401, cause: 'user', title: 'A second factor is required' },
  'session.challenge_over': { status: 401, cause: 'user', title: 'Your sign-in expired. Start again.' },
  'session.proof_needed': { status: 403, cause: 'user', title: 'Enter your current password to confirm' },
  'session.mfa_needed': { status: 403, cause: 'user', title: 'Set up a second factor first' },
  'session.account_only': {
    status: 403,
    cause: 'user',
    title: 'You signed in through one account, so you can’t change what belongs to all your accounts',
  },
  'session.link_needed': {
    status: 409,
    cause: 'user',
    title: 'An account for this address already exists. Enter its password once to link it.',
  },
  'password.token_used': { status: 410, cause: 'user', title: 'This link has already been used' },
  'password.token_expired': { status: 410, cause: 'user', title: 'This link has expired' },
  'password.token_unknown': { status: 410, cause: 'user', title: 'This link isn’t valid' },
  'user.exists': { status: 409, cause: 'user', title: 'This person is already a user of the account' },
  'user.last_admin': {
    status: 422,
    cause: 'user',
    title: 'The account must have at least one active administrator',
  },
  'user.not_invited': { status: 422, cause: 'user', title: 'This user has no pending invitation' },
  'user.not_service': { status: 422, cause: 'user', title: 'This user isn’t a service account' },
  'user.elsewhere_too': {
    status: 422,
    cause: 'user',
    title: 'This person also belongs to other accounts. Ask a super administrator.',
  },
  'name.taken': { status: 409, cause: 'user', title: 'This name is already in use' },
  'role.built_in': { status: 422, cause: 'user', title: 'Built-in roles can’t be changed' },
  'role.held': { status: 409, cause: 'user', title: 'This role is still assigned' },
  'signin.would_lock_out': { status: 422, cause: 'user', title: 'With these settings, no one could sign in' },
  'signin.domain_taken': {
    status: 409,
    cause: 'user',
    title: 'Another account already uses this email domain',
  },
  'signin.provider_unreachable': {
    status: 502,
    cause: 'outside',
    title: 'The sign-in provider isn’t responding',
  },
  'signin.refused': { status: 403, cause: 'user', title: 'The sign-in was rejected' },
  'account.name_differs': {
    status: 422,
    cause: 'user',
    title: 'The name you typed doesn’t match the account’s name',
  },
  'account.needed': {
    status: 422,
    cause: 'user',
    title: 'You need an active account of your own, so that this can be undone',
  },
  'tenant.name_differs': {
    status: 422,
    cause: 'user',
    title: 'The name you typed doesn’t match the tenant’s name',
  },
  'tenant.last_one': { status: 422, cause: 'user', title: 'Turn on MultiTenant to add more than one tenant' },
  'right.missing': { status: 403, cause: 'user', title: 'You don’t have permission to do this' },
  'license.invalid': {
    status: 403,
    cause: 'user',
    title: 'Invalid license! Contact your administrator to restore access.',
  },
  'resource.not_found': { status: 404, cause: 'user', title: 'Not found' },
  'resource.version_conflict': {
    status: 409,
    cause: 'user',
    title: 'Someone else changed this in the meantime',
  },
  'field.unknown': { status: 400, cause: 'user', title: 'Unknown field' },
  'record.duplicate_value': { status: 409, cause: 'user', title: 'This value is already in use' },
  'record.locked': { status: 423, cause: 'user', title: 'This record is locked' },
  'record.would_lose_sight': {
    status: 422,
    cause: 'user',
    title: 'You would lose access to this record',
  },
  'file.storage_full': { status: 507, cause: 'outside', title: 'Not enough storage space' },
  'file.not_email': { status: 422, cause: 'user', title: 'This file isn’t an email' },
  'file.too_complex': {
    status: 422,
    cause: 'user',
    title: 'This email takes too much time or memory to read. Download it to open it elsewhere.',
  },
  'job.over': { status: 409, cause: 'user', title: 'This job has already ended' },
  'job.not_undoable': { status: 409, cause: 'user', title: 'This job can no longer be undone' },
  'import.unreadable': { status: 422, cause: 'user', title: 'This file couldn’t be read' },
  'request.key_reused': {
    status: 422,
    cause: 'user',
    title: 'This idempotency key was used for a different request',
  },
  'feed.cursor_expired': {
    status: 410,
    cause: 'user',
    title: 'The change history no longer reaches back to this cursor. Read everything again.',
  },
  'workflow_run.expired': { status: 410, cause: 'user', title: 'This workflow run has expired' },
  'app.key_taken': { status: 409, cause: 'user', title: 'This key or acronym is already in use' },
  'app.confirm_first': { status: 409, cause: 'user', title: 'Confirm what publishing breaks' },
  'app.archived': { status: 423, cause: 'user', title: 'This app is archived and read-only' },
  'app.change_refused': { status: 422, cause: 'user', title: 'This change to the app isn’t possible' },
  'applet.linked': { status: 409, cause: 'user', title: 'Apps still use this applet' },
  'playbook.invalid': { status: 422, cause: 'user', title: 'The playbook has errors' },
  'playbook.tests_failed': { status: 422, cause: 'user', title: 'Some tests of the playbook fail' },
  'playbook.test_refused': { status: 409, cause: 'user', title: 'This run can’t be saved as a test' },
  'playbook.not_published': { status: 409, cause: 'user', title: 'The playbook has no published version' },
  'playbook.key_taken': { status: 409, cause: 'user', title: 'A playbook with this key already exists' },
  'component.confirm_first': { status: 409, cause: 'user', title: 'Confirmation required' },
  'statement.confirm_first': { status: 409, cause: 'user', title: 'Confirm what the playbook does' },
  'button.not_offered': {
    status: 409,
    cause: 'user',
    title: 'The form logic of the app doesn’t offer this button for the record',
  },
  'inputs.invalid': { status: 422, cause: 'user', title: 'Some of the inputs are invalid' },
  'asset.key_taken': { status: 409, cause: 'user', title: 'An asset with this key already exists' },
  'asset.invalid': { status: 422, cause: 'user', title: 'The asset has errors' },
  'asset.connect_failed': {
    status: 422,
    cause: 'outside',
    title: 'The provider didn’t connect the asset. Start again.',
  },
  'asset.in_use': { status: 409, cause: 'user', title: 'A published playbook uses this asset' },
  'table.key_taken': { status: 409, cause: 'user', title: 'A table with this key already exists' },
  'table.invalid': { status: 422, cause: 'user', title: 'The table has errors' },
  'table.in_use': { status: 409, cause: 'user', title: 'A published playbook uses this table' },
  'table.row_invalid': { status: 422, cause: 'user', title: 'The row has errors' },
  'table.import_invalid': { status: 422, cause: 'user', title: 'Nothing was imported: the file has errors' },
  'connector.unreadable': {
    status: 422,
    cause: 'user',
    title: 'Couldn’t create a connector from this document',
  },
  'connector.in_use': { status: 409, cause: 'user', title: 'A published playbook uses this connector' },
  'content.unreadable': { status: 422, cause: 'user', title: 'This package couldn’t be read' },
  'content.not_exportable': { status: 422, cause: 'user', title: 'This package can’t be exported yet' },
  'content.plan_outdated': {
    status: 409,
    cause: 'user',
    title: 'Something changed since the plan was made. Check it again.',
  },
  'content.not_applicable': { status: 422, cause: 'user', title: 'This package can’t be imported yet' },
  'approval.over': { status: 409, cause: 'user', title: 'This request has already been answered or closed' },
  'approval.not_asked': { status: 403, cause: 'user', title: 'You aren’t a recipient of this request' },
  'form.over': { status: 410, cause: 'user', title: 'This form has already been submitted or closed' },
  'assistant.busy': { status: 409, cause: 'user', title: 'An answer is still in progress' },
  'assistant.limit': {
    status: 429,
    cause: 'user',
    title: 'You’ve reached the question limit. Try again later.',
  },
  'assistant.component_over': {
    status: 409,
    cause: 'user',
    title: 'This component has already been run or dismissed',
  },
  'assistant.feedback_given': { status: 409, cause: 'user', title: 'Feedback was already given' },
  'mcp.no_stream': { status: 405, cause: 'user', title: 'This server has no event stream. Use POST.' },
  'trigger.off': { status: 409, cause: 'user', title: 'This trigger is turned off' },
  'delivery.not_redeliverable': {
    status: 409,
    cause: 'user',
    title: 'This delivery can’t be redelivered',
  },
  'run.over': { status: 409, cause: 'user', title: 'This run has already ended' },
  'run.not_over': { status: 409, cause: 'user', title: 'This run hasn’t ended yet' },
  'hook.bad_signature': {
    status: 401,
    cause: 'user',
    title: 'Invalid signature or credentials',
  },
  'hook.bad_payload': { status: 400, cause: 'user', title: 'The payload couldn’t be read' },
  'install.already_done': { status: 409, cause: 'user', title: 'This installation is already set up' },
  'install.code_wrong': {
    status: 403,
    cause: 'user',
    title: 'The one-time code doesn’t match the one in the terminal',
  },
  'dependency.unavailable': {
    status: 503,
    cause: 'outside',
    title: 'A required service is unavailable. Try again later.',
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
