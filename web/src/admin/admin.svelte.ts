// What operators see, and what they do about it. A list is asked for again after whatever may have changed it.
import { get, post, remove } from '$lib/api';
import { locale } from '$lib/i18n.svelte';
import type { CodeShown, PersonListed, ReportShown, RestrictionShown, TableOverseen } from '$lib/protocol';
import { complain } from '$lib/toast.svelte';

export type Restricting = { kind: 'ban' | 'mute'; who: string; name: string };

class Admin {
  people = $state.raw<PersonListed[] | null>(null);
  tables = $state.raw<TableOverseen[] | null>(null);
  restrictions = $state.raw<RestrictionShown[] | null>(null);
  reports = $state.raw<ReportShown[] | null>(null);
  find = $state('');

  async look(): Promise<void> {
    await Promise.all([this.lookForPeople(), this.#lookAtTables(), this.#lookAtRest()]);
  }

  async lookForPeople(): Promise<void> {
    this.people = await get(`/api/admin/people?find=${encodeURIComponent(this.find.trim())}`);
  }

  async #lookAtTables(): Promise<void> {
    this.tables = await get('/api/admin/tables');
  }

  async #lookAtRest(): Promise<void> {
    [this.restrictions, this.reports] = await Promise.all([
      get<RestrictionShown[]>('/api/admin/restrictions'),
      get<ReportShown[]>('/api/admin/reports'),
    ]);
  }

  async restrict(what: Restricting, hours: number | null, reason: string): Promise<void> {
    await post('/api/admin/restrictions', { kind: what.kind, who: what.who, hours, reason });
    await this.look();
  }

  lift(one: RestrictionShown): Promise<void> {
    return this.#do(() =>
      remove(`/api/admin/restrictions?kind=${one.kind}&subject=${encodeURIComponent(one.subject)}`),
    );
  }

  async close(table: string, words: string): Promise<void> {
    await post(`/api/admin/tables/${table}/close`, { words });
    await this.#lookAtTables();
  }

  handle(report: ReportShown): Promise<void> {
    return this.#do(() => remove(`/api/admin/reports/${report.id}`));
  }

  removeLine(report: ReportShown): Promise<void> {
    return this.#do(() => remove(`/api/admin/tables/${report.table}/lines/${report.line}`));
  }

  code(person: string): Promise<CodeShown> {
    return post(`/api/admin/people/${person}/reset-code`);
  }

  rotateInvite(table: string): Promise<void> {
    return post(`/api/admin/tables/${table}/invite`);
  }

  async #do(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      await this.look();
    } catch (problem) {
      complain(problem);
    }
  }
}

export const admin = new Admin();

export const moment = (at: number) =>
  new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
