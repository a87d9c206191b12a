import { fileChunks } from './journal.js'
import type { ReadHarOptions } from './read-har.js'
import { type Recording, readRecordingFrom } from './read-recording.js'

/** Opens a recording on the disk: a journal of ours, or a HAR of any tool. @throws RecordingError if the file is missing, empty, or neither */
export function readRecording(path: string, options: ReadHarOptions = {}): Promise<Recording> {
  return readRecordingFrom(fileChunks(path), options)
}
