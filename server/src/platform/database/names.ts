import { createHash } from 'node:crypto'

/** Names of schema and role are made from ids alone, so that no text of a user ever becomes an identifier. */
export function tenantSchema(tenantId: string): string {
  return `t_${bareHex(tenantId)}`
}

export function tenantRole(installation: string, tenantId: string): string {
  return `t_${installation}_${bareHex(tenantId)}`
}

export function bareHex(guid: string): string {
  const hex = guid.replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{32}$/.test(hex)) throw new Error('Not a GUID')
  return hex
}

/** Eight hex digits that set the cluster-wide role names of two installations apart. */
export function installationTag(installationId: string): string {
  return createHash('sha256').update(installationId).digest('hex').slice(0, 8)
}

/** Quotes an identifier that our own code made. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Quotes a text literal for statements that take no parameters (SET LOCAL, DDL). */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
