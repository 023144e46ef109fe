import { foldText } from '@caseloom/contract/values/normalize-text'

const MAX_LENGTH = 50

/** The key that a new dashboard has unless another one has it: "SOC overview" gives soc_overview. */
export function keyFromName(name: string): string {
  const plain = foldText(name)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+/g, '')
  const key = /^[a-z]/.test(plain) ? plain : `dashboard_${plain}`
  return key.slice(0, MAX_LENGTH).replaceAll(/_+$/g, '')
}

/** The key of a dashboard whose own one is taken. */
export function keyWithId(key: string, id: string): string {
  return `${key.slice(0, MAX_LENGTH)}_${id.slice(-12)}`
}
