-- When a password was last changed, in the part of the user's metadata that users can't edit. The API learns of it with
-- the live user, records it in the account's activity and notifies the owner. Only the time leaves the database, nothing
-- that is derived from a password. The function can't fail, so it can't prevent a sign-in.
create function public.note_password_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.raw_app_meta_data := coalesce(new.raw_app_meta_data, '{}'::jsonb) || jsonb_build_object(
    'password_changed_at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
  return new;
end;
$$;

revoke all on function public.note_password_change() from public, anon, authenticated, service_role;

create trigger latchkey_password_changed
before update of encrypted_password on auth.users
for each row
when (new.encrypted_password is distinct from old.encrypted_password and coalesce(new.encrypted_password, '') <> '')
execute function public.note_password_change();
