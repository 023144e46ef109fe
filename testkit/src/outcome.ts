import { isFailure } from '@caseloom/server/platform/errors'

/** What a call answers, or the code of its refusal. */
export async function outcome<T>(work: Promise<T>): Promise<T | string> {
  try {
    return await work
  } catch (error) {
    if (isFailure(error)) return error.code
    throw error
  }
}
