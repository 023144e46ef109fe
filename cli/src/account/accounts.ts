import {
  type AdministratorInvitation,
  createAccount,
  deleteAccount,
  inviteAdministrator,
  listAccounts,
  type ManagedAccount,
  updateAccount,
} from '@caseloom/contract/identity/accounts'
import { parseArgs } from 'node:util'
import { type Command, CommandError, type Terminal, UsageError } from '../terminal/command.ts'
import { asSuperAdministrator, type Call, SIGN_IN_HELP, SIGN_IN_OPTIONS, SIGN_IN_USAGE } from './api.ts'

/** Lists the accounts of an installation. */
export const listTheAccounts: Command = {
  summary: 'Lists the accounts of an installation',
  usage: SIGN_IN_USAGE,
  help: SIGN_IN_HELP,
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: SIGN_IN_OPTIONS })
    await asSuperAdministrator(terminal, values, async (call) => {
      for (const account of (await call(listAccounts)).items) terminal.line(lineOf(account))
    })
    return 0
  },
}

/** Creates an account and invites its first administrator. */
export const addAccount: Command = {
  summary: 'Creates an account and invites its first administrator',
  usage: `NAME --admin EMAIL --admin-name NAME [--tenant NAME] [--empty] ${SIGN_IN_USAGE}`,
  help: [
    '  --admin EMAIL      who to invite; without a mail server, the link is printed',
    '  --admin-name NAME  the administrator’s name',
    '  --tenant NAME      name of the first tenant; default: Main',
    '  --empty            creates no starter content',
    ...SIGN_IN_HELP,
  ],
  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...SIGN_IN_OPTIONS,
        admin: { type: 'string' },
        'admin-name': { type: 'string' },
        tenant: { type: 'string' },
        empty: { type: 'boolean', default: false },
      },
    })
    const name = nameFrom(positionals)
    const administrator = administratorFrom(values)
    await asSuperAdministrator(terminal, values, async (call) => {
      const { account, invitation } = await call(createAccount, {
        body: {
          name,
          administrator,
          starterContent: !values.empty,
          ...(values.tenant === undefined ? {} : { tenantName: values.tenant }),
        },
      })
      terminal.line(lineOf(account))
      reportInvitation(terminal, invitation)
    })
    return 0
  },
}

/** Invites one more administrator into an account. */
export const addAdministrator: Command = {
  summary: 'Invites an administrator to an account, or renews a pending invitation',
  usage: `NAME --admin EMAIL --admin-name NAME ${SIGN_IN_USAGE}`,
  help: SIGN_IN_HELP,
  async run(args, terminal) {
    const options = {
      ...SIGN_IN_OPTIONS,
      admin: { type: 'string' },
      'admin-name': { type: 'string' },
    } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const name = nameFrom(positionals)
    const body = administratorFrom(values)
    await asSuperAdministrator(terminal, values, async (call) => {
      const { id } = await accountNamed(call, name)
      reportInvitation(terminal, await call(inviteAdministrator, { params: { managedAccountId: id }, body }))
    })
    return 0
  },
}

export const suspendAccount = moving(
  'Suspends an account until it is reactivated. Nothing is deleted.',
  'suspended',
)
export const reactivateAccount = moving(
  'Reactivates a suspended account, or restores a deleted one',
  'active',
)

function moving(summary: string, status: 'active' | 'suspended'): Command {
  return {
    summary,
    usage: `NAME ${SIGN_IN_USAGE}`,
    help: SIGN_IN_HELP,
    async run(args, terminal) {
      const { values, positionals } = parseArgs({ args, allowPositionals: true, options: SIGN_IN_OPTIONS })
      const name = nameFrom(positionals)
      await asSuperAdministrator(terminal, values, async (call) => {
        const { id } = await accountNamed(call, name)
        terminal.line(
          lineOf(await call(updateAccount, { params: { managedAccountId: id }, body: { status } })),
        )
      })
      return 0
    },
  }
}

/** Closes an account and has it deleted after the grace period. */
export const removeAccount: Command = {
  summary: 'Closes an account immediately and deletes it after 14 days',
  usage: `NAME --confirm NAME ${SIGN_IN_USAGE}`,
  help: [
    '  --confirm NAME  repeats the name; "account reactivate" restores the account until the last day',
    ...SIGN_IN_HELP,
  ],
  async run(args, terminal) {
    const options = { ...SIGN_IN_OPTIONS, confirm: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const name = nameFrom(positionals)
    if (values.confirm === undefined) throw new UsageError('Repeat the name with --confirm')
    const body = { name: values.confirm }
    await asSuperAdministrator(terminal, values, async (call) => {
      const { id } = await accountNamed(call, name)
      terminal.line(lineOf(await call(deleteAccount, { params: { managedAccountId: id }, body })))
    })
    return 0
  },
}

function nameFrom(positionals: readonly string[]): string {
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0)
    throw new UsageError('Specify one account, in quotes if its name has spaces')
  return name
}

function administratorFrom(values: { admin?: string | undefined; 'admin-name'?: string | undefined }) {
  const { admin: email, 'admin-name': name } = values
  if (email === undefined || name === undefined)
    throw new UsageError('Specify the administrator with --admin and --admin-name')
  return { email, name }
}

async function accountNamed(call: Call, name: string): Promise<ManagedAccount> {
  const { items } = await call(listAccounts)
  const found = items.find((account) => account.id === name || account.name === name)
  if (found === undefined) throw new CommandError(`No account named "${name}"`)
  return found
}

function lineOf({ id, name, status, deleteAt, tenants, users }: ManagedAccount): string {
  const until = deleteAt === null ? '' : ` (deleted on ${deleteAt.slice(0, 10)})`
  return `${id}  ${status}${until}  tenants ${tenants}  users ${users}  ${name}`
}

function reportInvitation(terminal: Terminal, { email, mailed, link }: AdministratorInvitation): void {
  if (mailed) terminal.line(`The invitation was sent to ${email}.`)
  else if (link === null)
    terminal.line(`No mail server is configured. Ask ${email} to sign in as usual to accept.`)
  else
    terminal.line(`No mail server is configured. Send this link to ${email}. It can be used once:\n${link}`)
}
