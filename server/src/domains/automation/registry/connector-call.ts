import type { ActionContext } from '@caseloom/connectors/kit/action'
import type { Credentials } from '@caseloom/connectors/kit/credentials'

/** What a connector needs of its step besides the input. */
export type ConnectorCall = ActionContext & { credentials: Credentials }
