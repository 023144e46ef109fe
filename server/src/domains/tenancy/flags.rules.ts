import { z } from 'zod'
import type { FeatureFlags } from '@caseloom/contract/identity/identity'

/** All that is built is on; MultiTenant is a choice of the installation. */
export const FLAG_DEFAULTS: FeatureFlags = {
  HomePage: true,
  ClassicContent: true,
  SolutionBuilder: true,
  MultiTenant: false,
  AiComponentExecution: true,
  OnPremInstall: true,
  HeroAi: true,
}

/** A flag that was set, for the installation (null) or for one account. */
export const SetFlag = z.object({
  name: z.string(),
  account_id: z.string().nullable(),
  enabled: z.boolean(),
})
export type SetFlag = z.infer<typeof SetFlag>

/** The flags as they hold: the account's own word before the installation's before the default. */
export function flagsFrom(set: readonly SetFlag[]): FeatureFlags {
  const value = (name: keyof FeatureFlags): boolean => {
    const own = set.find((flag) => flag.name === name && flag.account_id !== null)
    const common = set.find((flag) => flag.name === name && flag.account_id === null)
    return own?.enabled ?? common?.enabled ?? FLAG_DEFAULTS[name]
  }
  return {
    HomePage: value('HomePage'),
    ClassicContent: value('ClassicContent'),
    SolutionBuilder: value('SolutionBuilder'),
    MultiTenant: value('MultiTenant'),
    AiComponentExecution: value('AiComponentExecution'),
    OnPremInstall: value('OnPremInstall'),
    HeroAi: value('HeroAi'),
  }
}
