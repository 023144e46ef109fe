import type { AppsDoor } from '../../apps/apps.door.ts'

export interface RecordsDeps {
  apps: AppsDoor
}
