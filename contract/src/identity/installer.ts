import { z } from 'zod'
import { Email } from './identity.ts'
import { route } from '../kernel/route.ts'

export const InstallStep = z.object({
  key: z.string(),
  title: z.string(),
  state: z.enum(['pending', 'running', 'done', 'failed']),
  detail: z.string().optional(),
})
export const InstallStatus = z.object({
  needed: z.boolean(),
  status: z.enum(['pending', 'inProgress', 'complete', 'failed']),
  /** True while the one-time code printed on the terminal must be entered: until the product is installed. */
  codeRequired: z.boolean(),
  steps: z.array(InstallStep),
})
export type InstallStatus = z.infer<typeof InstallStatus>

export const InstallBody = z.strictObject({
  accountName: z.string().trim().min(1).max(100),
  tenantName: z.string().trim().min(1).max(100),
  name: z.string().trim().min(1).max(100),
  email: Email,
  password: z.string().min(10).max(200),
  demoData: z.boolean().default(false),
  code: z.string().max(100).optional(),
})
export type InstallBody = z.infer<typeof InstallBody>
const Loose = z.string().max(1000)
/**
 * The same members with their types only: the installer checks the values itself, by InstallBody and the strength of
 * the password, so that every fault comes in one answer.
 */
export const InstallRequest = z.strictObject({
  accountName: Loose,
  tenantName: Loose,
  name: Loose,
  email: Loose,
  password: Loose,
  demoData: z.boolean().default(false),
  code: Loose.optional(),
})
export type InstallRequest = z.infer<typeof InstallRequest>

export const installStatus = route({
  method: 'GET',
  path: '/tenant/install/status',
  summary: 'Gets the setup state and progress of the installation',
  open: true,
  withoutLicense: true,
  reply: InstallStatus,
  on404: 'here',
})
export const install = route({
  method: 'POST',
  path: '/tenant/install',
  summary: 'Sets up the installation',
  open: true,
  withoutLicense: true,
  body: InstallRequest,
  reply: InstallStatus,
  status: 202,
  fails: ['install.already_done', 'install.code_wrong'],
  on404: 'here',
})
