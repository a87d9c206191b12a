import type { Plugin } from 'rolldown'

export function bundledPackages(): Plugin
export function foldersOf(modules: readonly string[]): string[]
export function declarePackages(dir: string, folders: readonly string[]): void
export function noticeOf(folder: string): string
