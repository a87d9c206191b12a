import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 3e9

/**
 * A folder for all that a run of the tests writes, gone with its process: in memory where there is room and a file can be run from
 * there, for what small files cost on a disk is a good part of many a test.
 */
export function scratchFolder(): string {
  const folder = inMemory() ?? mkdtempSync(join(tmpdir(), 'homologa-tests-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function inMemory(): string | null {
  if (!existsSync(MEMORY) || freemem() < ROOM_BYTES) return null
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < ROOM_BYTES) return null
  try {
    const folder = mkdtempSync(join(MEMORY, 'homologa-tests-'))
    if (canRunFrom(folder)) return folder
    rmSync(folder, { recursive: true })
  } catch {
    // not ours to write to
  }
  return null
}

/** Containers often mount it otherwise, and some tests write what they run. */
function canRunFrom(folder: string): boolean {
  const file = join(folder, 'run.sh')
  writeFileSync(file, '#!/bin/sh\n')
  chmodSync(file, 0o755)
  try {
    execFileSync(file)
    return true
  } catch {
    return false
  }
}
