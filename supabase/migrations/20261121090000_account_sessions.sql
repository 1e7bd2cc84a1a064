-- What the account's own screen needs and Supabase Auth has no call for: where the account is signed in, and ending
-- one of those sessions. Both functions read and delete rows of auth.sessions, which no API role may touch, so they
-- run with their owner's rights (security definer) and hold by themselves to:
--   * the caller's own rows: auth.uid(), taken from the verified access token, never from an argument;
--   * a session that has not ended: a token outlives its session by up to an hour, and a signed-out device must not
--     see or end the others. PostgREST answers sqlstate PT401 with HTTP 401;
--   * nobody else: Supabase grants new functions to anon and service_role by default, so that is taken back;
--   * an empty search_path: every name is written in full, so that no object of a caller's can stand in for one.

create function public.active_sessions()
returns table (
  id uuid,
  created_at timestamptz,
  last_active_at timestamptz,
  user_agent text,
  ip text
)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (
    select from auth.sessions own
    where own.id = (auth.jwt() ->> 'session_id')::uuid and own.user_id = auth.uid()
  ) then
    raise sqlstate 'PT401' using message = 'The session has ended.';
  end if;

  return query
    select
      own.id,
      own.created_at,
      -- refreshed_at is UTC without a time zone; it is null until the first renewal.
      coalesce(own.refreshed_at at time zone 'utc', own.updated_at, own.created_at) as last_active,
      own.user_agent,
      host(own.ip)
    from auth.sessions own
    where own.user_id = auth.uid() and (own.not_after is null or own.not_after > now())
    order by last_active desc, own.id;
end;
$$;

comment on function public.active_sessions() is
  'Where the caller is signed in, the session used last first.';

-- Its refresh tokens go with the session (on delete cascade), and Supabase Auth answers its access token with 403.
create function public.end_session(session_id uuid)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not exists (
    select from auth.sessions own
    where own.id = (auth.jwt() ->> 'session_id')::uuid and own.user_id = auth.uid()
  ) then
    raise sqlstate 'PT401' using message = 'The session has ended.';
  end if;

  delete from auth.sessions own
  where own.id = end_session.session_id and own.user_id = auth.uid();
  return found;
end;
$$;

comment on function public.end_session(uuid) is
  'Ends one session of the caller; false when it is not theirs or already gone.';

revoke all on function public.active_sessions() from public, anon, service_role;
revoke all on function public.end_session(uuid) from public, anon, service_role;
grant execute on function public.active_sessions() to authenticated;
grant execute on function public.end_session(uuid) to authenticated;
