-- Ending another session is a change like any other: a user with a verified factor must have confirmed it in this
-- session. The session's own level counts, not the token's claim, which outlives the removal of a factor. Ending
-- oneself stays possible. PostgREST responds to sqlstate PT403 with HTTP 403.
create or replace function public.end_session(session_id uuid)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  level text;
begin
  select coalesce(own.aal::text, 'aal1') into level
  from auth.sessions own
  where own.id = (auth.jwt() ->> 'session_id')::uuid and own.user_id = auth.uid();
  if not found then
    raise sqlstate 'PT401' using message = 'The session has ended.';
  end if;

  if level <> 'aal2' and end_session.session_id is distinct from (auth.jwt() ->> 'session_id')::uuid and exists (
    select from auth.mfa_factors factor where factor.user_id = auth.uid() and factor.status = 'verified'
  ) then
    raise sqlstate 'PT403' using message = 'Confirm with your authenticator app first.';
  end if;

  delete from auth.sessions own
  where own.id = end_session.session_id and own.user_id = auth.uid();
  return found;
end;
$$;
