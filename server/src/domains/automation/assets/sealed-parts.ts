import { z } from 'zod'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'

const place = (id: string, field: string) => ({ table: 'asset', id, field })
const Parts = z.record(z.string(), z.string())

/** OAuth tokens of an asset. */
export const Tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  /** Milliseconds since 1970; null when the server returns no expiry. */
  expiresAt: z.number().nullable(),
})
export type Tokens = z.infer<typeof Tokens>

/** Seals and opens what an asset keeps; each text opens in its own row and column only. */
export interface SealedParts {
  seal(tx: TenantTx, id: string, parts: Readonly<Record<string, string>>): Promise<string | null>
  open(scope: TenantScope, id: string, sealed: string | null): Promise<Record<string, string>>
  openIn(tx: TenantTx, id: string, sealed: string | null): Promise<Record<string, string>>
  sealTokens(tx: TenantTx, id: string, tokens: Tokens): Promise<string>
  openTokens(scope: TenantScope, id: string, sealed: string | null): Promise<Tokens | null>
  sealText(tx: TenantTx, id: string, text: string): Promise<string>
  openText(tx: TenantTx, id: string, sealed: string): Promise<string>
}

export function sealedParts(secrets: Secrets): SealedParts {
  return {
    async seal(tx, id, parts) {
      if (Object.keys(parts).length === 0) return null
      return secrets.seal(tx, place(id, 'secrets'), JSON.stringify(parts))
    },
    async open(scope, id, sealed) {
      if (sealed === null) return {}
      return Parts.parse(JSON.parse(await secrets.openWith(scope, place(id, 'secrets'), sealed)))
    },
    async openIn(tx, id, sealed) {
      if (sealed === null) return {}
      return Parts.parse(JSON.parse(await secrets.open(tx, place(id, 'secrets'), sealed)))
    },
    sealTokens: (tx, id, tokens) => secrets.seal(tx, place(id, 'tokens'), JSON.stringify(tokens)),
    async openTokens(scope, id, sealed) {
      if (sealed === null) return null
      return Tokens.parse(JSON.parse(await secrets.openWith(scope, place(id, 'tokens'), sealed)))
    },
    sealText: (tx, id, text) => secrets.seal(tx, place(id, 'verifier'), text),
    openText: (tx, id, sealed) => secrets.open(tx, place(id, 'verifier'), sealed),
  }
}
